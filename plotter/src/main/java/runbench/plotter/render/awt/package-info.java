/**
 * Draws figures as PNG and SVG, by Java2D and JFreeChart; no other package knows these. The entrance is
 * {@link runbench.plotter.render.awt.Charts}; {@link runbench.plotter.render.awt.FigurePainter} lays a figure out, one
 * painter per kind of mark draws it.
 */
package runbench.plotter.render.awt;
