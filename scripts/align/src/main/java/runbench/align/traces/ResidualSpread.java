package runbench.align.traces;

import java.util.Arrays;

/**
 * A distribution of residuals, ns. All members but {@code n} are null where {@code n} is 0.
 *
 * @param positive how many are above 0
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

    /** The nearest of the values. */
    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    /** Grows as values come. */
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
