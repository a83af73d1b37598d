/** Export of recordings as text for other programs. Entry point: {@link runbench.parser.export.Exports}. */
package runbench.parser.export;
