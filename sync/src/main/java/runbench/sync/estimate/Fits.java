package runbench.sync.estimate;

import java.util.Arrays;

/** Straight lines through points. */
final class Fits {
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
        double[] slopes = new double[n * (n - 1) / 2];
        int k = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (x[i] != x[j]) {
                    slopes[k++] = (y[j] - y[i]) / (x[j] - x[i]);
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
