package runbench.sync.estimate;

import java.util.Arrays;

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
     * Returns the Theil-Sen line: the median of all pairwise slopes and the median of its residuals. It resists 29
     * % of bad points (Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63, 1968).
     */
    static ClockLine theilSen(double[] x, double[] y) {
        double[] equal = new double[x.length];
        Arrays.fill(equal, 1);
        return WeightedFit.theilSen(x, y, equal);
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

    /**
     * Returns a quantile, interpolated linearly between order statistics.
     *
     * @param v values; not empty
     * @param q quantile, 0..1
     */
    static double quantile(double[] v, double q) {
        double[] sorted = v.clone();
        Arrays.sort(sorted);
        double at = q * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
