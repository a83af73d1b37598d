package runbench.plotter.panel;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import runbench.plotter.theme.Ink;

/** Grouped bars on the positions 0, 1, ... of a horizontal axis of names. */
record Bars(List<String> names, double[][] values) implements Mark {
    /** Share of a position's width that its bars take together. */
    private static final double GROUP = 0.76;
    private static final double WIDEST = 46;

    Bars {
        if (names.size() != values.length) {
            throw new IllegalArgumentException("bars: " + names.size() + " names for " + values.length + " series");
        }
    }

    @Override
    public void paint(Canvas c) {
        double group = Math.min((c.x(1) - c.x(0)) * GROUP, WIDEST * values.length);
        double width = group / values.length;
        double gap = width > 6 ? 1.5 : 0;
        double foot = c.yOrFoot(0);
        for (int s = 0; s < values.length; s++) {
            c.g.setPaint(Ink.series(s).colour());
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

    @Override
    public void extend(Extent x, Extent y) {
        for (double[] series : values) {
            y.addAll(series);
        }
        y.add(0);
    }

    @Override
    public List<Entry> legend() {
        List<Entry> out = new ArrayList<>();
        for (int s = 0; s < values.length; s++) {
            if (!names.get(s).isEmpty()) {
                out.add(new Entry(names.get(s), Ink.series(s).colour(), Swatch.BOX));
            }
        }
        return out;
    }
}
