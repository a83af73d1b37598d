/**
 * One reading of a recording for all who want something from it: summary, curves, tables. Entrance:
 * {@link runbench.parser.view.RunView}.
 */
package runbench.parser.view;
