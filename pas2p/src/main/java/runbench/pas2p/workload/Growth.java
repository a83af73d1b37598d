package runbench.pas2p.workload;

import java.util.Arrays;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * The growth of a quantity with the workload, and its value at another workload.
 *
 * @param law law with the best fit
 * @param a intercept of the line; factor of the power
 * @param b slope of the line; exponent of the power
 * @param value value at the requested workload
 * @param deviation standard deviation of that value: scatter of the points about their law, and the distance to the
 *     other law as far as it also fits
 * @param freedom degrees of freedom of that deviation
 */
public record Growth(Law law, double a, double b, double value, double deviation, double freedom) {
    /** Relative residual below which a fit is exact within the numbers' precision. */
    private static final double EXACT_RESIDUAL = 1e-9;
    private static final double EXACT_DEGREES_OF_FREEDOM = 1e6;

    /** Significance level of a slope. */
    private static final double SIGNIFICANCE_LEVEL = 0.05;

    /** The kinds of growth. */
    public enum Law {
        /** a: points scatter, but do not grow. */
        CONSTANT,
        /** a + b x. */
        LINEAR,
        /** a x^b. */
        POWER,
        /** Two points, which both a line and a power fit: the mean of both. */
        UNDECIDED
    }

    /**
     * The fit of one law.
     *
     * @param misfit mean square of relative residuals
     * @param grows true: its slope is significant
     */
    private record Fit(double a, double b, double value, double deviation, double misfit, boolean grows) {}

    /**
     * Fits a quantity.
     *
     * @param x workloads, all different and positive, at least two
     * @param y the quantity at each, not negative
     * @param at the requested workload, positive
     */
    static Growth of(double[] x, double[] y, double at) {
        Fit line = line(x, y, at);
        Fit power = Arrays.stream(y).allMatch(v -> v > 0) ? power(x, y, at) : null;
        if (x.length == 2) {
            return ofTwo(y, line, power);
        }
        if (!line.grows && (power == null || !power.grows)) {
            return constant(y);
        }
        if (power == null) {
            return new Growth(Law.LINEAR, line.a, line.b, Math.max(0, line.value), line.deviation, x.length - 2);
        }
        Law law = power.misfit < line.misfit ? Law.POWER : Law.LINEAR;
        Fit best = law == Law.POWER ? power : line;
        Fit other = law == Law.POWER ? line : power;
        // Akaike weights; both laws have two parameters. For exact data, only differences above the numbers' own
        // precision count.
        double share = 1 / (1 + Math.exp(x.length / 2.0 * Math.log(
                (other.misfit + EXACT_RESIDUAL * EXACT_RESIDUAL) / (best.misfit + EXACT_RESIDUAL * EXACT_RESIDUAL))));
        return new Growth(law, best.a, best.b, Math.max(0, best.value),
                Math.hypot(best.deviation, Math.sqrt(share) * (other.value - best.value)), x.length - 2);
    }

    /** Returns the constant law: a slope that is not significant would only amplify noise outside the points. */
    private static Growth constant(double[] y) {
        double mean = Arrays.stream(y).average().orElseThrow();
        double squares = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).sum();
        return new Growth(Law.CONSTANT, mean, 0, mean, Math.sqrt(squares / (y.length - 1) * (1 + 1.0 / y.length)),
                y.length - 1);
    }

    private static Growth ofTwo(double[] y, Fit line, Fit power) {
        if (power == null) {
            double nearest = Math.abs(line.value - y[0]) < Math.abs(line.value - y[1]) ? y[0] : y[1];
            return new Growth(Law.LINEAR, line.a, line.b, Math.max(0, line.value), Math.abs(line.value - nearest) / 2,
                    EXACT_DEGREES_OF_FREEDOM);
        }
        double lowest = Math.max(0, line.value);
        double apart = Math.abs(lowest - power.value);
        boolean same = apart <= EXACT_RESIDUAL * power.value;
        return new Growth(same ? Law.LINEAR : Law.UNDECIDED, line.a, line.b, (lowest + power.value) / 2, apart / 2,
                EXACT_DEGREES_OF_FREEDOM);
    }

    private static Fit line(double[] x, double[] y, double at) {
        SimpleRegression r = regression(x, y);
        return new Fit(r.getIntercept(), r.getSlope(), r.predict(at), deviation(r, x, at),
                misfit(y, i -> r.predict(x[i])), grows(r));
    }

    private static Fit power(double[] x, double[] y, double at) {
        double[] logs = Arrays.stream(x).map(Math::log).toArray();
        SimpleRegression r = regression(logs, Arrays.stream(y).map(Math::log).toArray());
        double value = Math.exp(r.predict(Math.log(at)));
        return new Fit(Math.exp(r.getIntercept()), r.getSlope(), value, value * deviation(r, logs, Math.log(at)),
                misfit(y, i -> Math.exp(r.predict(logs[i]))), grows(r));
    }

    /** Returns true if the slope is significant; exact constant data have no significance. */
    private static boolean grows(SimpleRegression r) {
        return r.getN() < 3
                || r.getSlope() != 0 && (r.getMeanSquareError() == 0 || r.getSignificance() < SIGNIFICANCE_LEVEL);
    }

    private static SimpleRegression regression(double[] x, double[] y) {
        SimpleRegression r = new SimpleRegression();
        for (int i = 0; i < x.length; i++) {
            r.addData(x[i], y[i]);
        }
        return r;
    }

    /** Returns the standard deviation of a new point. */
    private static double deviation(SimpleRegression r, double[] x, double at) {
        if (x.length < 3) {
            return 0;
        }
        double mean = Arrays.stream(x).average().orElseThrow();
        return Math
                .sqrt(r.getMeanSquareError() * (1 + 1.0 / x.length + (at - mean) * (at - mean) / r.getXSumSquares()));
    }

    private static double misfit(double[] y, java.util.function.IntToDoubleFunction fitted) {
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            double scale = y[i] == 0 ? 1 : y[i];
            sum += Math.pow((fitted.applyAsDouble(i) - y[i]) / scale, 2);
        }
        return sum / y.length;
    }
}
