/** Colours and sizes of charts as plain values; {@link runbench.plotter.theme.Theme} is the entrance. */
package runbench.plotter.theme;
