package runbench.plotter.render.html;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * A quantity of every lane in bins of equal time. A bin without samples has the mean NaN: a gap, not a zero.
 *
 * @param name name, such as "instructions per cycle"
 * @param unit unit of its numbers; may be empty
 * @param detail the real events; may be empty
 * @param kind number format
 * @param mean {@code [lane][bin]}, sum of counts / sum of time
 * @param min lowest rate of a sample in the bin; NaN if equal to the mean
 * @param max highest rate of a sample in the bin; NaN if equal to the mean
 * @param spread quantiles of the samples in each bin; null if unknown
 */
public record PageMetric(String name, String unit, String detail, Kind kind, double[][] mean, double[][] min,
        double[][] max, Spread spread) {
    /** The number format of a metric. */
    public enum Kind {
        /** A rate, with SI prefixes. */
        RATE,
        /** A ratio, without prefixes. */
        RATIO,
        /** A share, as a percentage. */
        SHARE
    }

    /** Creates a metric without quantiles of its samples. */
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

    /** Returns the number of bins per lane. */
    public int bins() {
        return mean.length == 0 ? 0 : mean[0].length;
    }

    /** Returns a copy in bins {@code k} times as wide; a bin is empty only if all of its parts are. */
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

    /**
     * The quantiles of the samples in each bin; NaN in a bin without complete samples.
     *
     * @param tenth 10 % quantile, {@code [lane][bin]}
     * @param median median, {@code [lane][bin]}
     * @param ninth 90 % quantile, {@code [lane][bin]}
     */
    public record Spread(double[][] tenth, double[][] median, double[][] ninth) {
        /** The weights of the three quantiles of a bin when bins are merged, in tenths of its samples. */
        private static final int[] WEIGHTS = {2, 6, 2};

        /** Returns true if most bins have a median of 0; the median of a rare event has no information. */
        boolean sparse() {
            long known = Arrays.stream(median).flatMapToDouble(Arrays::stream).filter(v -> !Double.isNaN(v)).count();
            long none = Arrays.stream(median).flatMapToDouble(Arrays::stream).filter(v -> v == 0).count();
            return none > known / 2;
        }

        /**
         * Returns a copy in bins {@code k} times as wide. Each quantile is the weighted quantile of the parts' values,
         * which is exact if the parts have equal distributions.
         */
        Spread coarsened(int k) {
            double[][][] wide = new double[3][median.length][];
            for (int lane = 0; lane < median.length; lane++) {
                int bins = (median[lane].length + k - 1) / k;
                for (double[][] quantile : wide) {
                    quantile[lane] = new double[bins];
                }
                for (int b = 0; b < bins; b++) {
                    merge(lane, b * k, Math.min(median[lane].length, (b + 1) * k), wide, b);
                }
            }
            return new Spread(wide[0], wide[1], wide[2]);
        }

        private void merge(int lane, int from, int to, double[][][] wide, int at) {
            double[][] parts = {tenth[lane], median[lane], ninth[lane]};
            double[][] weighted = new double[3 * (to - from)][];
            int n = 0;
            int all = 0;
            for (int b = from; b < to; b++) {
                for (int part = 0; part < parts.length && !Double.isNaN(median[lane][b]); part++) {
                    weighted[n++] = new double[]{parts[part][b], WEIGHTS[part]};
                    all += WEIGHTS[part];
                }
            }
            Arrays.sort(weighted, 0, n, (a, b) -> Double.compare(a[0], b[0]));
            for (int q = 0; q < wide.length; q++) {
                wide[q][lane][at] = n == 0 ? Double.NaN : reached(weighted, all * (q == 0 ? 0.1 : q == 1 ? 0.5 : 0.9));
            }
        }

        private static double reached(double[][] weighted, double weight) {
            double sum = 0;
            int i = 0;
            while ((sum += weighted[i][1]) < weight - 1e-9) {
                i++;
            }
            return weighted[i][0];
        }
    }
}
