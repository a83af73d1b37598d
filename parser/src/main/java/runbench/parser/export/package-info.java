/** Recordings as text that other programs read. Entrance: {@link runbench.parser.export.Exports}. */
package runbench.parser.export;
