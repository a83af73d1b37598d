package runbench.align.traces;

import java.util.Arrays;
import runbench.base.stats.Quantile;

/**
 * The distribution of residuals in ns. All components except {@code n} are null if {@code n} is 0.
 *
 * @param n number of residuals
 * @param min smallest
 * @param p05 5th percentile
 * @param median median
 * @param p95 95th percentile
 * @param max largest
 * @param positive number of residuals above 0
 */
public record ResidualSpread(long n, Double min, Double p05, Double median, Double p95, Double max, long positive) {
    static ResidualSpread of(double[] values, int n) {
        double[] sorted = Arrays.copyOf(values, n);
        Arrays.sort(sorted);
        if (n == 0) {
            return new ResidualSpread(0, null, null, null, null, null, 0);
        }
        return new ResidualSpread(n, sorted[0], at(sorted, 0.05), at(sorted, 0.5), at(sorted, 0.95), sorted[n - 1],
                Arrays.stream(sorted).filter(r -> r > 0).count());
    }

    private static double at(double[] sorted, double share) {
        return Quantile.NEAREST_POSITION.ofSorted(sorted, share);
    }

    /** A growing list of values. */
    static final class Values {
        private double[] values = new double[64];
        private int n;

        void add(double value) {
            if (n == values.length) {
                values = Arrays.copyOf(values, 2 * n);
            }
            values[n++] = value;
        }

        ResidualSpread distribution() {
            return of(values, n);
        }
    }
}
