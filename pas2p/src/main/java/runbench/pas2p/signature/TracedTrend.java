package runbench.pas2p.signature;

import java.util.Arrays;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.hipparchus.distribution.continuous.FDistribution;

/**
 * The expected durations of a phase's occurrences over time, without chance: a polynomial in their number, fitted to
 * means of batches of neighbours over the whole traced run. Time that one occurrence loses while its ranks wait for a
 * processor, and that the next ones compensate for, cancels out in a batch; a growing phase keeps its growth. The
 * degree is the lowest one that a higher degree does not improve significantly (F test, in steps).
 */
final class TracedTrend {
    private static final int BATCHES = 20;
    private static final int FEWEST = 8;
    private static final int LEAST_OF_A_BATCH = 4;
    private static final int MOST_DEGREE = 2;
    private static final double CHANCE = 0.01;

    /** Expected durations; their sum equals that of the durations, except for rounding. */
    final double[] values;
    /** Standard error at the start of the run, as a share. */
    private double error;

    TracedTrend(double[] durations) {
        values = of(durations);
    }

    double error() {
        return error;
    }

    private double[] of(double[] durations) {
        int n = durations.length;
        double mean = Arrays.stream(durations).average().orElse(0);
        double[] trend = new double[n];
        Arrays.fill(trend, mean);
        int batches = Math.min(BATCHES, n / LEAST_OF_A_BATCH);
        if (batches < FEWEST || mean <= 0) {
            return trend;
        }
        double[] means = new double[batches];
        double[] at = new double[batches];
        for (int b = 0; b < batches; b++) {
            int from = (int) ((long) b * n / batches);
            int to = (int) ((long) (b + 1) * n / batches);
            means[b] = Arrays.stream(durations, from, to).average().orElseThrow();
            at[b] = place((from + to - 1) / 2.0, n);
        }
        double[] fit = fit(at, means);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            trend[i] = value(fit, place(i, n));
            sum += trend[i];
        }
        for (int i = 0; i < n; i++) {
            trend[i] *= mean * n / sum;
            if (!(trend[i] > 0)) {
                Arrays.fill(trend, mean);
                return trend;
            }
        }
        return trend;
    }

    /** Maps an index to -1 .. 1. */
    private static double place(double i, int n) {
        return 2 * i / (n - 1) - 1;
    }

    private double[] fit(double[] at, double[] means) {
        int n = means.length;
        double[] best = {Arrays.stream(means).average().orElseThrow()};
        double left = squares(best, at, means);
        int degree = 0;
        error = Math.sqrt(left / (n - 1) / n) / best[0];
        for (int d = 1; d <= MOST_DEGREE; d++) {
            OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
            int terms = d;
            regression.newSampleData(means,
                    Arrays.stream(at)
                            .mapToObj(x -> java.util.stream.IntStream.rangeClosed(1, terms)
                                    .mapToDouble(k -> Math.pow(x, k))
                                    .toArray())
                            .toArray(double[][]::new));
            double[] fit = regression.estimateRegressionParameters();
            double now = squares(fit, at, means);
            double f = now <= 0 ? left <= 0 ? 0 : Double.POSITIVE_INFINITY
                    : (left - now) / (d - degree) / (now / (n - d - 1));
            if (f > new FDistribution(d - degree, n - d - 1.0).inverseCumulativeProbability(1 - CHANCE)) {
                best = fit;
                left = now;
                degree = d;
                error = Math.sqrt(Math.max(0, atBeginning(regression, terms))) / Math.abs(value(fit, -1));
            }
        }
        return best;
    }

    /** Returns the variance of the fitted value at the start. */
    private static double atBeginning(OLSMultipleLinearRegression regression, int degree) {
        double[][] covariance = regression.estimateRegressionParametersVariance();
        double sum = 0;
        for (int i = 0; i <= degree; i++) {
            for (int j = 0; j <= degree; j++) {
                sum += covariance[i][j] * ((i + j) % 2 == 0 ? 1 : -1);
            }
        }
        return sum * regression.estimateErrorVariance();
    }

    private static double squares(double[] fit, double[] at, double[] means) {
        double squares = 0;
        for (int b = 0; b < at.length; b++) {
            squares += Math.pow(means[b] - value(fit, at[b]), 2);
        }
        return squares;
    }

    private static double value(double[] fit, double x) {
        double value = 0;
        for (int k = fit.length - 1; k >= 0; k--) {
            value = value * x + fit[k];
        }
        return value;
    }
}
