/** Tables of facts that come with the rooms: written in TOML, compiled to JSON by the build. */
package runbench.parser.table;
