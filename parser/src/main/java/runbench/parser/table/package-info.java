/**
 * Tables of facts that come with the rooms: written in TOML, compiled to JSON by the build. Entrances:
 * {@link runbench.parser.table.TableCompiler} for the build, {@link runbench.parser.table.CompiledTables} afterwards.
 */
package runbench.parser.table;
