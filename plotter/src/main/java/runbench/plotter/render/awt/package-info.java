/**
 * Rendering of figures as PNG and SVG with Java2D and JFreeChart; {@link runbench.plotter.render.awt.Charts} is the
 * entrance.
 */
package runbench.plotter.render.awt;
