package runbench.plotter.figure;

import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Ink;

/**
 * A quantity in buckets: each bucket's min-max as a column exactly as wide as the bucket, its mean as a step. A bucket
 * without data is left blank. Where neighbouring means differ so much that their line becomes a solid block, it is
 * drawn faintly and a line of means over several buckets is laid on top.
 *
 * @param name in the legend; empty for none
 * @param edges where buckets begin, and where the last one ends: one more than there are buckets
 * @param top highest value that the axis has to hold; NaN without any. What lies above is cut off
 * @param coarse how many buckets the line on top covers; 1 for none. See {@link #coarse(double[], double[])}
 */
public record Buckets(String name, double[] edges, double[] mean, double[] min, double[] max, double top, int coarse,
        Ink ink) implements Mark {
    /** How many coarse buckets take the place of a line that reads as a block. */
    private static final int COARSE = 120;
    /** Below this many buckets a line is readable however much it jumps. */
    private static final int FEW = 400;
    /** A step from bucket to bucket, as a share of the highest value, that fills the space between two pixels. */
    private static final double STEEP = 0.03;
    /** Share of steep steps from which on the line is a block; rare bursts are not, however steep. */
    private static final double BLOCK = 0.4;
    /**
     * Share of steps that turn back steeply at once: edges of phases are steep too, but what lies between them is
     * readable.
     */
    private static final double TURNS = 0.1;

    public Buckets {
        name = Printable.line(name);
        if (edges.length != mean.length + 1 || min.length != mean.length || max.length != mean.length) {
            throw new IllegalArgumentException("buckets " + name + ": " + edges.length + " edges, " + mean.length
                    + " means, " + min.length + " lowest, " + max.length + " highest");
        }
    }

    @Override
    public void accept(MarkVisitor visitor) {
        visitor.buckets(this);
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
