package runbench.sync.estimate;

import java.util.Arrays;

/** Straight lines through points. */
final class Fits {
    /** Up to so many points every pair counts; beyond, {@value #DISTANCES} pairs a point. */
    private static final int ALL_PAIRS = 400;
    private static final int DISTANCES = 100;

    private Fits() {
    }

    /** Least squares; level through the mean where all x are equal. */
    static Line leastSquares(double[] x, double[] y) {
        double mx = mean(x);
        double my = mean(y);
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < x.length; i++) {
            sxx += (x[i] - mx) * (x[i] - mx);
            sxy += (x[i] - mx) * (y[i] - my);
        }
        return Line.through(mx, my, sxx == 0 ? 0 : sxy / sxx);
    }

    /**
     * The median of all pairwise slopes, and the median of the residuals it leaves: resists 29 % of bad points.
     * Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63 (1968).
     */
    static Line theilSen(double[] x, double[] y) {
        int n = x.length;
        double[] slopes = new double[n <= ALL_PAIRS ? n * (n - 1) / 2 : n * DISTANCES];
        int k = 0;
        for (int i = 0; i < n; i++) {
            if (n <= ALL_PAIRS) {
                for (int j = i + 1; j < n; j++) {
                    k = slope(slopes, k, x, y, i, j);
                }
            } else {
                // Of very many pairs those between a quarter and three quarters of the window apart tell most.
                for (int d = 0; d < DISTANCES; d++) {
                    int j = i + n / 4 + (int) ((long) n * d / (2 * DISTANCES));
                    k = j < n ? slope(slopes, k, x, y, i, j) : k;
                }
            }
        }
        double slope = k == 0 ? 0 : median(Arrays.copyOf(slopes, k));
        // Residuals about the middle, not about x = 0, so that no digits are lost to a distant origin.
        double centre = mean(x);
        double[] residual = new double[n];
        for (int i = 0; i < n; i++) {
            residual[i] = y[i] - slope * (x[i] - centre);
        }
        return Line.through(centre, median(residual), slope);
    }

    private static int slope(double[] slopes, int k, double[] x, double[] y, int i, int j) {
        if (x[i] == x[j]) {
            return k;
        }
        slopes[k] = (y[j] - y[i]) / (x[j] - x[i]);
        return k + 1;
    }

    static double mean(double[] v) {
        double sum = 0;
        for (double a : v) {
            sum += a;
        }
        return sum / v.length;
    }

    static double median(double[] v) {
        return quantile(v, 0.5);
    }

    /** Quantile {@code q} in 0..1, interpolated linearly between order statistics. */
    static double quantile(double[] v, double q) {
        double[] sorted = v.clone();
        Arrays.sort(sorted);
        double at = q * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
