package runbench.sync.estimate;

import java.util.Arrays;

/**
 * The Theil-Sen line with weighted medians: Jaeckel, Estimating regression coefficients by minimizing the dispersion of
 * the residuals, Annals of Mathematical Statistics 43 (1972); Birkes, Dodge, Alternative Methods of Regression (1993),
 * section 6.3. A pair counts by what its points are good for.
 */
final class WeightedFit {
    /** Up to so many points every pair counts; beyond, about {@value #MOST_PAIRS} pairs. */
    private static final int ALL_PAIRS = 400;
    private static final int MOST_PAIRS = 40_000;

    private WeightedFit() {
    }

    /** @param sigma how far each y may be off, positive */
    static ClockLine theilSen(double[] x, double[] y, double[] sigma) {
        int n = x.length;
        int distances = Math.max(1, MOST_PAIRS / n);
        Weighted slopes = new Weighted(n <= ALL_PAIRS ? n * (n - 1) / 2 : n * distances);
        for (int i = 0; i < n; i++) {
            int pairs = n <= ALL_PAIRS ? n - 1 - i : distances;
            for (int d = 0; d < pairs; d++) {
                // Of very many pairs those between a quarter and three quarters of the window apart tell most.
                int j = n <= ALL_PAIRS ? i + 1 + d : i + n / 4 + (int) ((long) n * (2 * d + 1) / (4 * distances));
                if (j < n && x[j] != x[i]) {
                    slopes.add((y[j] - y[i]) / (x[j] - x[i]), 1 / (sigma[i] + sigma[j]));
                }
            }
        }
        double slope = slopes.isEmpty() ? 0 : slopes.median();
        // Residuals about the middle, not about x = 0, so that no digits are lost to a distant origin.
        double centre = Fits.mean(x);
        Weighted residuals = new Weighted(n);
        for (int i = 0; i < n; i++) {
            residuals.add(y[i] - slope * (x[i] - centre), 1 / sigma[i]);
        }
        return ClockLine.through(centre, residuals.median(), slope);
    }

    /** Values with weights. */
    private static final class Weighted {
        private final double[][] rows;
        private int n;
        private double total;

        Weighted(int capacity) {
            rows = new double[capacity][];
        }

        void add(double value, double weight) {
            rows[n++] = new double[]{value, weight};
            total += weight;
        }

        boolean isEmpty() {
            return n == 0;
        }

        /** Between the two values at which half of the weight is reached from either side. */
        double median() {
            Arrays.sort(rows, 0, n, (a, b) -> Double.compare(a[0], b[0]));
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += rows[i][1];
                if (sum > total / 2 || i == n - 1) {
                    return rows[i][0];
                }
                if (sum == total / 2) {
                    return (rows[i][0] + rows[i + 1][0]) / 2;
                }
            }
            throw new IllegalStateException("a median of nothing");
        }
    }
}
