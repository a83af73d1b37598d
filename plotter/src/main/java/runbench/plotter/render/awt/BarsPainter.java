package runbench.plotter.render.awt;

import java.awt.geom.Rectangle2D;
import runbench.plotter.figure.Bars;
import runbench.plotter.theme.Ink;

/** Draws {@link Bars}. */
final class BarsPainter {
    /** Share of a position's width that its bars take together. */
    private static final double GROUP = 0.76;
    private static final double WIDEST = 46;

    private BarsPainter() {
    }

    static void paint(Canvas c, Bars m) {
        double[][] values = m.values();
        double group = Math.min((c.x(1) - c.x(0)) * GROUP, WIDEST * values.length);
        double width = group / values.length;
        double gap = width > 6 ? 1.5 : 0;
        double foot = c.yOrFoot(0);
        for (int s = 0; s < values.length; s++) {
            c.paint(Ink.series(s).colour());
            for (int i = 0; i < values[s].length; i++) {
                if (Double.isNaN(values[s][i])) {
                    continue;
                }
                double y = c.yOrFoot(values[s][i]);
                double left = c.x(i) - group / 2 + s * width;
                c.g.fill(new Rectangle2D.Double(left, Math.min(y, foot), width - gap, Math.max(1, Math.abs(foot - y))));
            }
        }
    }
}
