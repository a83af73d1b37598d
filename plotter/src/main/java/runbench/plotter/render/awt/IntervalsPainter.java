package runbench.plotter.render.awt;

import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import runbench.plotter.figure.Intervals;
import runbench.plotter.theme.Pen;

/** Draws {@link Intervals}. */
final class IntervalsPainter {
    private static final double CAP = 3.5;
    private static final double RADIUS = 3.4;

    private IntervalsPainter() {
    }

    static void paint(Canvas c, Intervals m) {
        boolean horizontal = m.horizontal();
        c.paint(m.ink().colour());
        for (int i = 0; i < m.at().length; i++) {
            double p = horizontal ? c.y(m.at()[i]) : c.x(m.at()[i]);
            double from = horizontal ? c.x(m.low()[i]) : c.y(m.low()[i]);
            double to = horizontal ? c.x(m.high()[i]) : c.y(m.high()[i]);
            double middle = horizontal ? c.x(m.value()[i]) : c.y(m.value()[i]);
            c.stroke(Pen.LINE);
            if (!Double.isNaN(from) && !Double.isNaN(to)) {
                line(c, horizontal, p, from, p, to);
                line(c, horizontal, p - CAP, from, p + CAP, from);
                line(c, horizontal, p - CAP, to, p + CAP, to);
            }
            if (!Double.isNaN(middle)) {
                double x = horizontal ? middle : p;
                double y = horizontal ? p : middle;
                c.g.fill(new Ellipse2D.Double(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS));
            }
        }
    }

    private static void line(Canvas c, boolean horizontal, double p1, double q1, double p2, double q2) {
        c.g.draw(horizontal ? new Line2D.Double(q1, p1, q2, p2) : new Line2D.Double(p1, q1, p2, q2));
    }
}
