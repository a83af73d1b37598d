/**
 * One reading of a recording for several results: summary, curves, tables. The entry point is
 * {@link runbench.parser.view.RunView}.
 */
package runbench.parser.view;
