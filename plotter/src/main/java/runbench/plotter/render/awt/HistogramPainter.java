package runbench.plotter.render.awt;

import java.awt.geom.Rectangle2D;
import runbench.plotter.figure.Histogram;

/** Draws a {@link Histogram}. */
final class HistogramPainter {
    private HistogramPainter() {
    }

    static void paint(Canvas c, Histogram m) {
        double[] edges = m.edges();
        double[] heights = m.heights();
        c.paint(m.ink().colour().withAlpha(0.75));
        for (int i = 0; i < heights.length; i++) {
            double from = c.x(edges[i]);
            double to = c.x(edges[i + 1]);
            if (Double.isNaN(to) || Double.isNaN(heights[i]) || heights[i] == 0) {
                continue;
            }
            from = Double.isNaN(from) ? c.area.getX() : from;
            double gap = to - from > 4 ? 1 : 0;
            double a = c.yOrFoot(0);
            double b = c.yOrFoot(heights[i]);
            c.g.fill(new Rectangle2D.Double(from, Math.min(a, b), to - from - gap, Math.max(1, Math.abs(a - b))));
        }
    }
}
