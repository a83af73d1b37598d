package runbench.plotter.figure;

import runbench.plotter.figure.Mark.Visitor;
import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Ink;

/**
 * A quantity in buckets. The range of each bucket is a column as wide as the bucket, its mean a step; a bucket without
 * data is blank. If neighbouring means differ so much that their line looks like a solid block, the line is drawn
 * faintly, with a line of means over several buckets on top.
 *
 * @param name name in the legend; empty for none
 * @param edges start of each bucket and end of the last one: one more than there are buckets
 * @param mean mean of each bucket; NaN without data
 * @param min lowest value of each bucket
 * @param max highest value of each bucket
 * @param top highest value that the axis includes; higher values are clipped. NaN for no limit
 * @param coarse number of buckets per value of the coarse line; 1 for no coarse line. See
 *     {@link #coarse(double[], double[])}
 * @param ink colour
 */
public record Buckets(String name, double[] edges, double[] mean, double[] min, double[] max, double top, int coarse,
        Ink ink) implements Mark {
    /** The number of coarse buckets. */
    private static final int COARSE_BUCKETS = 120;
    /** The number of steps below which a line is always readable. */
    private static final int MIN_STEPS_OF_BLOCK = 400;
    /** The minimum size of a steep step between two buckets, as a share of the highest value. */
    private static final double MIN_STEEP_STEP = 0.03;
    /** The minimum share of steep steps in a solid block. Rare bursts stay readable, independent of their height. */
    private static final double MIN_STEEP_SHARE = 0.4;
    /**
     * The minimum share of steep steps that follow a steep step in the other direction. Edges of phases are steep too,
     * but the values between them are readable.
     */
    private static final double MIN_TURN_SHARE = 0.1;

    public Buckets {
        name = Printable.line(name);
        if (edges.length != mean.length + 1 || min.length != mean.length || max.length != mean.length) {
            throw new IllegalArgumentException("buckets " + name + ": " + edges.length + " edges, " + mean.length
                    + " means, " + min.length + " lowest, " + max.length + " highest");
        }
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.buckets(this);
    }

    /**
     * Returns the number of buckets that each value of the drawn mean covers.
     *
     * @param mean mean of each bucket
     * @param max highest value of each bucket
     * @return 1, or more if a finer line would look like a solid block
     */
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
                boolean large = Math.abs(d) > MIN_STEEP_STEP * peak;
                steps++;
                steep += large ? 1 : 0;
                turns += large && Math.abs(before) > MIN_STEEP_STEP * peak && d * before < 0 ? 1 : 0;
            }
            before = d;
        }
        boolean block = steps >= MIN_STEPS_OF_BLOCK && steep > MIN_STEEP_SHARE * steps
                && turns > MIN_TURN_SHARE * steps;
        return block ? Math.max(2, mean.length / COARSE_BUCKETS) : 1;
    }

    /** Returns the means over {@code k} buckets each; NaN if all of them are NaN. */
    public static double[] coarsened(double[] mean, int k) {
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
        ex.addAll(edges);
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
