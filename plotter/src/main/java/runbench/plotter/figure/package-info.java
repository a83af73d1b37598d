/**
 * Charts as plain values without AWT types; the entrance is {@link runbench.plotter.figure.Figure}:
 *
 * <pre>{@code
 * Figure figure = Figure.titled("Offset of node B").x(Scale.linear("wall time (s)"))
 *         .add(Panel.of("offset", Scale.linear("").si("s"))
 *                 .points("exchanges", t, offset, Ink.SKY)
 *                 .line("fit", t, fit, Ink.ORANGE));
 * Charts.writePng(figure, Path.of("offset.png"));
 * }</pre> <p>{@link runbench.plotter.render.awt.Charts} draws a figure. Colours are in
 * {@link runbench.plotter.theme.Ink}.
 */
package runbench.plotter.figure;
