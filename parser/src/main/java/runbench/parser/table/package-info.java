/**
 * Data tables of the modules, written in TOML and compiled to JSON by the build. Entry points:
 * {@link runbench.parser.table.TableCompiler} for the build, {@link runbench.parser.table.CompiledTables} at run time.
 */
package runbench.parser.table;
