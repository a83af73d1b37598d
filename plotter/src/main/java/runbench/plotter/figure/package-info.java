/**
 * Charts as plain values. The entrance is {@link runbench.plotter.figure.Figure}: it stacks
 * {@link runbench.plotter.figure.Panel}s on one horizontal axis; {@link runbench.plotter.render.awt.Charts} writes it:
 *
 * <pre>{@code
 * Figure figure = Figure.titled("Offset of node B").x(Scale.linear("wall time (s)"))
 *         .add(Panel.of("offset", Scale.linear("").si("s"))
 *                 .points("exchanges", t, offset, Ink.SKY)
 *                 .line("fit", t, fit, Ink.ORANGE));
 * Charts.writePng(figure, Path.of("offset.png"));
 * }</pre>
 *
 * <p>All of it is plain values that any renderer can read: no type of AWT or JFreeChart is part of it. Colours come
 * from {@link runbench.plotter.theme.Ink}.
 */
package runbench.plotter.figure;
