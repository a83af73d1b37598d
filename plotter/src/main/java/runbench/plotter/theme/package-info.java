/** The looks of charts as plain values, for any renderer: {@link runbench.plotter.theme.Theme} is the entrance. */
package runbench.plotter.theme;
