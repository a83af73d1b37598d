package runbench.plotter.panel;

import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.List;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** A point with an interval around it: error bars, or rows of a forest plot when {@code horizontal}. */
record Intervals(String name, double[] at, double[] value, double[] low, double[] high, Ink ink, boolean horizontal)
        implements Mark {
    private static final double CAP = 3.5;
    private static final double RADIUS = 3.4;

    Intervals {
        if (at.length != value.length || at.length != low.length || at.length != high.length) {
            throw new IllegalArgumentException("intervals " + name + ": arrays of different length");
        }
    }

    @Override
    public void paint(Canvas c) {
        c.g.setPaint(ink.colour());
        for (int i = 0; i < at.length; i++) {
            double p = horizontal ? c.y(at[i]) : c.x(at[i]);
            double from = horizontal ? c.x(low[i]) : c.y(low[i]);
            double to = horizontal ? c.x(high[i]) : c.y(high[i]);
            double middle = horizontal ? c.x(value[i]) : c.y(value[i]);
            c.g.setStroke(Theme.LINE);
            if (!Double.isNaN(from) && !Double.isNaN(to)) {
                line(c, p, from, p, to);
                line(c, p - CAP, from, p + CAP, from);
                line(c, p - CAP, to, p + CAP, to);
            }
            if (!Double.isNaN(middle)) {
                double x = horizontal ? middle : p;
                double y = horizontal ? p : middle;
                c.g.fill(new Ellipse2D.Double(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS));
            }
        }
    }

    private void line(Canvas c, double p1, double q1, double p2, double q2) {
        c.g.draw(horizontal ? new Line2D.Double(q1, p1, q2, p2) : new Line2D.Double(p1, q1, p2, q2));
    }

    @Override
    public void extend(Extent x, Extent y) {
        (horizontal ? y : x).addAll(at);
        (horizontal ? x : y).addAll(value).addAll(low).addAll(high);
    }

    @Override
    public double sideways() {
        return horizontal ? 0.06 : 0.03;
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.DOT));
    }
}
