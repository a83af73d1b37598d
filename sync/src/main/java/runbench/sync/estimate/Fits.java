package runbench.sync.estimate;

import java.util.Arrays;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;

/** Fits of straight lines to points. */
final class Fits {
    private Fits() {
    }

    /** Returns the least-squares line; a level line through the mean if all x are equal. */
    static ClockLine leastSquares(double[] x, double[] y) {
        double[] equal = new double[x.length];
        Arrays.fill(equal, 1);
        return leastSquares(x, y, equal);
    }

    /**
     * Returns the weighted least-squares line.
     *
     * @param x abscissae
     * @param y ordinates
     * @param weight weight of each point, positive
     */
    static ClockLine leastSquares(double[] x, double[] y, double[] weight) {
        double total = 0;
        double mx = 0;
        double my = 0;
        for (int i = 0; i < x.length; i++) {
            total += weight[i];
            mx += weight[i] * x[i];
            my += weight[i] * y[i];
        }
        mx /= total;
        my /= total;
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < x.length; i++) {
            sxx += weight[i] * (x[i] - mx) * (x[i] - mx);
            sxy += weight[i] * (x[i] - mx) * (y[i] - my);
        }
        return ClockLine.through(mx, my, sxx == 0 ? 0 : sxy / sxx);
    }

    /**
     * Returns the Theil-Sen line: the median of all pairwise slopes and the median of its residuals. It resists 29 % of
     * bad points (Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63, 1968).
     */
    static ClockLine theilSen(double[] x, double[] y) {
        double[] equal = new double[x.length];
        Arrays.fill(equal, 1);
        return WeightedFit.theilSen(x, y, equal);
    }

    /**
     * The Theil-Sen line with weighted medians: Jaeckel, Estimating regression coefficients by minimizing the
     * dispersion of the residuals, Annals of Mathematical Statistics 43 (1972); Birkes, Dodge, Alternative Methods of
     * Regression (1993), section 6.3. The weight of a pair falls with the errors of its points.
     */
    static final class WeightedFit {
        /** Number of points up to which every pair counts. Longer inputs use about {@value #MAX_PAIRS} pairs. */
        private static final int MAX_POINTS_OF_ALL_PAIRS = 400;
        private static final int MAX_PAIRS = 40_000;

        private WeightedFit() {
        }

        /**
         * Returns the weighted Theil-Sen line.
         *
         * @param x abscissae
         * @param y ordinates
         * @param sigma error of each ordinate, positive
         */
        static ClockLine theilSen(double[] x, double[] y, double[] sigma) {
            int n = x.length;
            int distances = Math.max(1, MAX_PAIRS / n);
            Weighted slopes = new Weighted(n <= MAX_POINTS_OF_ALL_PAIRS ? n * (n - 1) / 2 : n * distances);
            for (int i = 0; i < n; i++) {
                int pairs = n <= MAX_POINTS_OF_ALL_PAIRS ? n - 1 - i : distances;
                for (int d = 0; d < pairs; d++) {
                    // In long inputs, pairs between a quarter and three quarters of the window apart carry most
                    // information.
                    int j = n <= MAX_POINTS_OF_ALL_PAIRS ? i + 1 + d
                            : i + n / 4 + (int) ((long) n * (2 * d + 1) / (4L * distances));
                    if (j < n && x[j] != x[i]) {
                        slopes.add((y[j] - y[i]) / (x[j] - x[i]), 1 / (sigma[i] + sigma[j]));
                    }
                }
            }
            double slope = slopes.isEmpty() ? 0 : slopes.median();
            // Residuals are about the middle and not about x = 0, so that a distant origin loses no digits.
            double centre = Statistics.mean(x);
            Weighted residuals = new Weighted(n);
            for (int i = 0; i < n; i++) {
                residuals.add(y[i] - slope * (x[i] - centre), 1 / sigma[i]);
            }
            return ClockLine.through(centre, residuals.median(), slope);
        }

        /** A list of values with weights. */
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

            /**
             * Returns the weighted median: the value at which half of the weight is reached, or the mean of two such
             * values.
             */
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
}
