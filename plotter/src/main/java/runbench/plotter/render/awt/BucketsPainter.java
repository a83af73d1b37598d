package runbench.plotter.render.awt;

import java.awt.geom.Path2D;
import runbench.plotter.figure.Buckets;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/** Draws {@link Buckets}. */
final class BucketsPainter {
    private final Canvas c;
    private final Buckets b;
    private final double[] edges;
    private final double[] mean;
    private final double[] min;
    private final double[] max;

    BucketsPainter(Canvas c, Buckets b) {
        this.c = c;
        this.b = b;
        edges = b.edges();
        mean = b.mean();
        min = b.min();
        max = b.max();
    }

    void paint() {
        int coarse = b.coarse();
        c.paint(b.ink().colour().withAlpha(Theme.BAND_ALPHA));
        c.g.fill(columns());
        double[] coarsened = Buckets.coarsened(mean, coarse);
        if (coarse > 1) {
            c.paint(b.ink().colour().withAlpha(0.35));
            c.stroke(Pen.THIN_LINE);
            c.g.draw(line(mean, 1));
            c.paint(Theme.GROUND);
            c.stroke(Pen.HALO);
            c.g.draw(line(coarsened, coarse));
        }
        c.paint(b.ink().colour());
        c.stroke(coarse > 1 ? Pen.BOLD_LINE : Pen.LINE);
        c.g.draw(line(coarsened, coarse));
    }

    /** Returns the columns: one closed polygon per section without gaps, at least one pixel high. */
    private Path2D columns() {
        Path2D.Double path = new Path2D.Double(Path2D.WIND_NON_ZERO, 8 * mean.length + 8);
        int start = 0;
        while (start < mean.length) {
            if (Double.isNaN(min[start]) || Double.isNaN(max[start])) {
                start++;
                continue;
            }
            int end = start;
            while (end < mean.length && !Double.isNaN(min[end]) && !Double.isNaN(max[end])) {
                end++;
            }
            path.moveTo(c.x(edges[start]), top(start));
            for (int i = start; i < end; i++) {
                path.lineTo(c.x(edges[i]), top(i));
                path.lineTo(c.x(edges[i + 1]), top(i));
            }
            for (int i = end - 1; i >= start; i--) {
                path.lineTo(c.x(edges[i + 1]), bottom(i));
                path.lineTo(c.x(edges[i]), bottom(i));
            }
            path.closePath();
            start = end;
        }
        return path;
    }

    private double top(int i) {
        return Math.min(c.yOrFoot(max[i]), c.yOrFoot(min[i]) - 1);
    }

    private double bottom(int i) {
        return c.yOrFoot(min[i]);
    }

    /**
     * Returns the line of means, in steps: a slope would claim knowledge about times between samples.
     *
     * @param values the means
     * @param buckets number of buckets per value
     */
    private Path2D line(double[] values, int buckets) {
        Polyline line = new Polyline();
        for (int i = 0; i < values.length; i++) {
            double y = c.y(values[i]);
            line.add(c.x(edges[i * buckets]), y);
            line.add(c.x(edges[Math.min(mean.length, (i + 1) * buckets)]), y);
        }
        return line.path();
    }
}
