/**
 * Tables of facts that come with the rooms: written in TOML, compiled to JSON by the build. Entrance:
 * {@link runbench.parser.table.TableCompiler}.
 */
package runbench.parser.table;
