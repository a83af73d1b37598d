package runbench.plotter.render.awt;

import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import org.jfree.chart.annotations.AbstractXYAnnotation;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CrosshairState;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.AbstractXYItemRenderer;
import org.jfree.chart.renderer.xy.XYItemRendererState;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYDataset;
import runbench.plotter.figure.Mark;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.render.awt.Canvas.AwtStyle;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/**
 * Draws the axes, grid and marks of one panel with a JFreeChart plot. Marks are annotations of the plot, which draw
 * whole arrays. JFreeChart's renderers are called once per item, and its datasets copy.
 */
final class PlotArea {
    private static final double EDGE = 1;

    private PlotArea() {
    }

    /**
     * Draws a panel.
     *
     * @param data data area, without axes
     * @param showAxis true if the horizontal axis has ticks and a label
     * @param left width of the vertical axis, left of the data
     * @param bottom height of the horizontal axis, below the data
     */
    static void draw(Graphics2D g, Panel panel, Rectangle2D data, Scale xScale, double[] xRange, double[] yRange,
            boolean showAxis, double left, double bottom) {
        XYPlot plot = new XYPlot(null, Axes.horizontal(xScale, xRange, showAxis), Axes.vertical(panel.y(), yRange),
                new NoItems());
        plot.setFixedRangeAxisSpace(space(RectangleEdge.LEFT, left));
        plot.setFixedDomainAxisSpace(space(RectangleEdge.BOTTOM, bottom));
        plot.setInsets(RectangleInsets.ZERO_INSETS);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinesVisible(panel.y().kind() != Scale.Kind.NAMES);
        plot.setRangeGridlinePaint(AwtStyle.colour(Theme.GRID));
        plot.setRangeGridlineStroke(AwtStyle.stroke(Pen.HAIR));
        for (Mark mark : panel.marks()) {
            plot.addAnnotation(new Drawn(mark, panel, xScale, xRange, yRange), false);
        }
        plot.draw(g, new Rectangle2D.Double(data.getX() - left, data.getY(), data.getWidth() + left,
                data.getHeight() + bottom), null, null, null);
    }

    private static AxisSpace space(RectangleEdge edge, double size) {
        AxisSpace space = new AxisSpace();
        space.add(size, edge);
        return space;
    }

    private static final class Drawn extends AbstractXYAnnotation {
        private final transient Mark mark;
        private final transient Panel panel;
        private final transient Scale x;
        private final double[] xRange;
        private final double[] yRange;

        Drawn(Mark mark, Panel panel, Scale x, double[] xRange, double[] yRange) {
            this.mark = mark;
            this.panel = panel;
            this.x = x;
            this.xRange = xRange;
            this.yRange = yRange;
        }

        @Override
        public void draw(Graphics2D g, XYPlot plot, Rectangle2D area, ValueAxis domain, ValueAxis range, int index,
                PlotRenderingInfo info) {
            // The plot's own clip would remove half the width of a line at the bottom of the axis.
            Shape clip = g.getClip();
            g.setClip(new Rectangle2D.Double(area.getX(), area.getY() - EDGE, area.getWidth(),
                    area.getHeight() + 2 * EDGE));
            mark.accept(new MarkPainter(new Canvas(g, area, x, xRange, panel.y(), yRange)));
            g.setClip(clip);
        }
    }

    /** A renderer without items; without any renderer JFreeChart draws no grid. */
    private static final class NoItems extends AbstractXYItemRenderer {
        @Override
        public void drawItem(Graphics2D g, XYItemRendererState state, Rectangle2D area, PlotRenderingInfo info,
                XYPlot plot, ValueAxis domain, ValueAxis range, XYDataset data, int series, int item,
                CrosshairState crosshair, int pass) {
            throw new IllegalStateException("a panel has no items");
        }
    }
}
