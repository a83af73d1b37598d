package runbench.plotter.render.html;

import java.util.function.DoubleBinaryOperator;

/**
 * A quantity of every lane in bins of equal time. A bin without samples holds NaN as its mean: a gap, not a zero.
 *
 * @param name "instructions per cycle"
 * @param unit of its numbers; may be empty
 * @param detail what was really counted; may be empty
 * @param mean {@code [lane][bin]}, sum of counts / sum of time
 * @param min lowest rate of a sample in the bin; NaN: as the mean
 * @param max highest rate of a sample in the bin; NaN: as the mean
 * @param spread how the samples of a bin scatter; null where nobody knows
 */
public record PageMetric(String name, String unit, String detail, Kind kind, double[][] mean, double[][] min,
        double[][] max, PageSpread spread) {
    /** How its numbers are written. */
    public enum Kind {
        /** With SI prefixes. */
        RATE,
        /** Without prefixes. */
        RATIO,
        /** As a percentage. */
        SHARE
    }

    /** Of whose samples only the extremes are known. */
    public PageMetric(String name, String unit, String detail, Kind kind, double[][] mean, double[][] min,
            double[][] max) {
        this(name, unit, detail, kind, mean, min, max, null);
    }

    public PageMetric {
        for (int lane = 0; lane < mean.length; lane++) {
            if (mean[lane].length != mean[0].length || min[lane].length != mean[0].length
                    || max[lane].length != mean[0].length) {
                throw new IllegalArgumentException(name + ": lane " + lane + " has another number of bins than lane 0");
            }
        }
    }

    /** How many bins each lane has. */
    public int bins() {
        return mean.length == 0 ? 0 : mean[0].length;
    }

    /** The same in bins {@code k} times as wide; a bin is empty only where all of its parts are. */
    PageMetric coarsened(int k) {
        double[][] wide = merged(mean, k, Double::sum);
        for (int lane = 0; lane < wide.length; lane++) {
            for (int b = 0; b < wide[lane].length; b++) {
                wide[lane][b] /= filled(mean[lane], b * k, k);
            }
        }
        return new PageMetric(name, unit, detail, kind, wide, merged(min, k, Math::min), merged(max, k, Math::max),
                spread == null ? null : spread.coarsened(k));
    }

    private static int filled(double[] values, int from, int k) {
        int n = 0;
        for (int i = from; i < Math.min(values.length, from + k); i++) {
            n += Double.isNaN(values[i]) ? 0 : 1;
        }
        return n;
    }

    private static double[][] merged(double[][] fine, int k, DoubleBinaryOperator operator) {
        double[][] wide = new double[fine.length][];
        for (int lane = 0; lane < fine.length; lane++) {
            wide[lane] = new double[(fine[lane].length + k - 1) / k];
            for (int b = 0; b < wide[lane].length; b++) {
                double all = Double.NaN;
                for (int i = b * k; i < Math.min(fine[lane].length, (b + 1) * k); i++) {
                    double one = fine[lane][i];
                    all = Double.isNaN(one) ? all : Double.isNaN(all) ? one : operator.applyAsDouble(all, one);
                }
                wide[lane][b] = all;
            }
        }
        return wide;
    }
}
