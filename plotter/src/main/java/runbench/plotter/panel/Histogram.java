package runbench.plotter.panel;

import java.awt.geom.Rectangle2D;
import java.util.List;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** Bars between edges that stand on 0 (or on the foot of a logarithmic axis). */
record Histogram(String name, double[] edges, double[] heights, Ink ink) implements Mark {
    Histogram {
        if (edges.length != heights.length + 1) {
            throw new IllegalArgumentException(
                    "histogram " + name + ": " + edges.length + " edges for " + heights.length + " bars");
        }
    }

    @Override
    public void paint(Canvas c) {
        c.g.setPaint(Theme.alpha(ink.colour(), 0.75));
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

    @Override
    public void extend(Extent x, Extent y) {
        x.addAll(edges);
        y.addAll(heights).add(0);
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.BOX));
    }
}
