package runbench.plotter.panel;

import java.awt.BasicStroke;
import java.awt.geom.Path2D;
import java.util.List;
import runbench.parser.series.Envelope;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/**
 * A quantity in equal buckets: each bucket's min-max as a column exactly as wide as the bucket, its mean as a step. A
 * bucket without data is left blank. Where neighbouring means differ so much that their line becomes a solid block, it
 * is drawn faintly and a line of means over several buckets is laid on top.
 *
 * @param name   in the legend; empty for none
 * @param origin left edge of the first bucket
 * @param width  of a bucket
 * @param end    right edge of the last bucket, which may be narrower or wider than the others
 * @param top    highest value that the axis has to hold; NaN without any. What lies above is cut off
 * @param coarse how many buckets the line on top covers; 1 for none
 */
public record Buckets(
        String name, double origin, double width, double end, double[] mean, double[] min, double[] max, double top, int coarse,
        Ink ink) implements Mark {
    /** How many coarse buckets take the place of a line that reads as a block. */
    private static final int COARSE = 120;
    /** Below this many buckets a line is readable however much it jumps. */
    private static final int FEW = 400;
    /** A step from bucket to bucket, as a share of the highest value, that fills the space between two pixels. */
    private static final double STEEP = 0.03;
    /** Share of steep steps from which on the line is a block; rare bursts are not, however steep. */
    private static final double BLOCK = 0.4;
    /** Share of steps that turn back steeply at once: edges of phases are steep too, but what lies between them is readable. */
    private static final double TURNS = 0.1;
    private static final BasicStroke HALO = new BasicStroke(3.6f);

    public Buckets {
        name = Text.clean(name);
    }

    /** @param coarse see {@link #coarse(double[], double[])}: the same for all panels of a chart */
    public static Buckets of(Envelope e, String name, int coarse, Ink ink) {
        return new Buckets(name, e.origin(), e.bucketWidth(), e.end(), e.mean(), e.min(), e.max(), e.figures().top(), coarse, ink);
    }

    @Override
    public void paint(Canvas c) {
        c.g.setPaint(Theme.alpha(ink.colour(), Theme.BAND_ALPHA));
        c.g.fill(columns(c));
        if (coarse > 1) {
            c.g.setPaint(Theme.alpha(ink.colour(), 0.35));
            c.g.setStroke(Theme.THIN_LINE);
            c.g.draw(line(c, mean, width));
            c.g.setPaint(Theme.GROUND);
            c.g.setStroke(HALO);
            c.g.draw(line(c, coarsened(mean, coarse), width * coarse));
        }
        c.g.setPaint(ink.colour());
        c.g.setStroke(coarse > 1 ? Theme.BOLD_LINE : Theme.LINE);
        c.g.draw(line(c, coarsened(mean, coarse), width * coarse));
    }

    /** The band: one closed polygon per stretch without a gap, at least one pixel high so that a constant shows. */
    private Path2D columns(Canvas c) {
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
            path.moveTo(c.x(left(start)), top(c, start));
            for (int i = start; i < end; i++) {
                path.lineTo(c.x(left(i)), top(c, i));
                path.lineTo(c.x(left(i + 1)), top(c, i));
            }
            for (int i = end - 1; i >= start; i--) {
                path.lineTo(c.x(left(i + 1)), bottom(c, i));
                path.lineTo(c.x(left(i)), bottom(c, i));
            }
            path.closePath();
            start = end;
        }
        return path;
    }

    private double top(Canvas c, int i) {
        return Math.min(c.yOrFoot(max[i]), c.yOrFoot(min[i]) - 1);
    }

    private double bottom(Canvas c, int i) {
        return c.yOrFoot(min[i]);
    }

    private double left(int i) {
        return i == mean.length ? end : origin + i * width;
    }

    /** Steps: between two samples nothing is known, so that a slope would be an invention. */
    private Path2D line(Canvas c, double[] values, double step) {
        Polyline line = new Polyline();
        for (int i = 0; i < values.length; i++) {
            double y = c.y(values[i]);
            line.add(c.x(origin + i * step), y);
            line.add(c.x(i == values.length - 1 ? end : origin + (i + 1) * step), y);
        }
        return line.path();
    }

    /** How many buckets the drawn mean should cover: 1, or more where a finer line would be a solid block. */
    public static int coarse(double[] mean, double[] max) {
        double peak = 0;
        for (double m : max) {
            peak = Double.isNaN(m) ? peak : Math.max(peak, Math.abs(m));
        }
        int steps = 0;
        int steep = 0;
        int turns = 0;
        double before = 0;
        for (int i = 1; i < mean.length; i++) {
            double d = mean[i] - mean[i - 1];
            if (!Double.isNaN(d)) {
                boolean large = Math.abs(d) > STEEP * peak;
                steps++;
                steep += large ? 1 : 0;
                turns += large && Math.abs(before) > STEEP * peak && d * before < 0 ? 1 : 0;
            }
            before = d;
        }
        return steps >= FEW && steep > BLOCK * steps && turns > TURNS * steps ? Math.max(2, mean.length / COARSE) : 1;
    }

    /** Means over {@code k} buckets; NaN only where all are missing. */
    static double[] coarsened(double[] mean, int k) {
        if (k <= 1) {
            return mean;
        }
        double[] out = new double[(mean.length + k - 1) / k];
        for (int i = 0; i < out.length; i++) {
            double sum = 0;
            int n = 0;
            for (int j = i * k; j < Math.min(mean.length, (i + 1) * k); j++) {
                if (!Double.isNaN(mean[j])) {
                    sum += mean[j];
                    n++;
                }
            }
            out[i] = n == 0 ? Double.NaN : sum / n;
        }
        return out;
    }

    @Override
    public void extend(Extent ex, Extent ey) {
        ex.add(origin).add(end);
        for (double value : min) {
            ey.add(Math.min(value, top));
        }
        ey.add(top);
    }

    @Override
    public List<Entry> legend() {
        return name.isEmpty() ? List.of() : List.of(new Entry(name, ink.colour(), Swatch.LINE));
    }
}
