package runbench.plotter.panel;

import java.awt.geom.Path2D;
import java.util.List;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** The area between two lines; NaN in either interrupts it. */
record Band(String name, double[] x, double[] low, double[] high, Ink ink, double alpha) implements Mark {
    Band {
        if (x.length != low.length || x.length != high.length) {
            throw new IllegalArgumentException(
                    "band " + name + ": " + x.length + " x, " + low.length + " low, " + high.length + " high");
        }
    }

    @Override
    public void paint(Canvas c) {
        c.g.setPaint(Theme.alpha(ink.colour(), alpha));
        Path2D.Double path = new Path2D.Double();
        int start = 0;
        while (start < x.length) {
            if (!present(c, start)) {
                start++;
                continue;
            }
            int end = start;
            while (end < x.length && present(c, end)) {
                end++;
            }
            path.moveTo(c.x(x[start]), c.yOrFoot(high[start]));
            for (int i = start + 1; i < end; i++) {
                path.lineTo(c.x(x[i]), c.yOrFoot(high[i]));
            }
            for (int i = end - 1; i >= start; i--) {
                path.lineTo(c.x(x[i]), c.yOrFoot(low[i]));
            }
            path.closePath();
            start = end;
        }
        c.g.fill(path);
    }

    private boolean present(Canvas c, int i) {
        return !Double.isNaN(c.x(x[i])) && !Double.isNaN(low[i]) && !Double.isNaN(high[i]);
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.addAll(x);
        ey.addAll(low).addAll(high);
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of()
                : List.of(new Entry(name, Theme.alpha(ink.colour(), Math.min(1, alpha * 1.6)), Swatch.BOX));
    }
}
