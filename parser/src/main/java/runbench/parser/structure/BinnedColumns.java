package runbench.parser.structure;

import java.util.Arrays;
import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;

/** Columns in robust standard units. */
final class BinnedColumns {
    /** Distance from the median, in spreads, beyond which values are compressed logarithmically. */
    private static final double LINEAR_SPREADS = 3;
    /** Minimum spread of logarithms of a column that varies. */
    private static final double MIN_SPREAD = 1e-6;

    private BinnedColumns() {
    }

    /** Returns a column in spreads about its median, without far outliers; null if it does not vary. */
    static double[] standardized(double[] logs) {
        double[] sorted = logs.clone();
        Arrays.sort(sorted);
        double median = Statistics.highMedianOfSorted(sorted);
        double spread = spread(sorted, median);
        return spread > MIN_SPREAD ? compressOutliers(Arrays.stream(logs).map(v -> (v - median) / spread).toArray())
                : null;
    }

    static double[] compressOutliers(double[] scaled) {
        double[] out = new double[scaled.length];
        for (int i = 0; i < out.length; i++) {
            double beyond = Math.abs(scaled[i]) - LINEAR_SPREADS;
            out[i] = beyond <= 0 ? scaled[i] : Math.copySign(LINEAR_SPREADS + Math.log1p(beyond), scaled[i]);
        }
        return out;
    }

    /** Returns the robust spread of the values of a column. */
    static double spread(double[] logs) {
        double[] sorted = logs.clone();
        Arrays.sort(sorted);
        return spread(sorted, Statistics.highMedianOfSorted(sorted));
    }

    /** Returns a robust spread; for normal values it equals the standard deviation. */
    private static double spread(double[] sorted, double median) {
        double deviation = Statistics.DEVIATION_PER_MAD * Statistics.highMedianAbsoluteDeviation(sorted, median);
        double deciles = (Quantile.NEAREST_POSITION.ofSorted(sorted, 0.9)
                - Quantile.NEAREST_POSITION.ofSorted(sorted, 0.1)) / 2.563;
        double robust = Math.max(deviation, deciles);
        return robust > 0 ? robust : Statistics.deviation(sorted);
    }

    /**
     * Returns the means of each {@code times} neighbouring bins. A rest shorter than half of that joins the previous
     * mean.
     */
    static double[] merged(double[] values, int times) {
        if (times == 1) {
            return values;
        }
        int count = Math.max(1, (values.length + times / 2) / times);
        double[] out = new double[count];
        for (int b = 0; b < count; b++) {
            double sum = 0;
            int known = 0;
            int end = b == count - 1 ? values.length : (b + 1) * times;
            for (int i = b * times; i < end; i++) {
                if (Double.isFinite(values[i])) {
                    sum += values[i];
                    known++;
                }
            }
            out[b] = known == 0 ? Double.NaN : sum / known;
        }
        return out;
    }
}
