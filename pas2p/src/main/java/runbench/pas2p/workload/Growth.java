package runbench.pas2p.workload;

import java.util.Arrays;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * How a quantity grows with the workload, and what it is at one that was not seen.
 *
 * @param law that fits best
 * @param a intercept of the line; factor of the power
 * @param b slope of the line; exponent of the power
 * @param value at the workload asked for
 * @param deviation standard deviation of that value: what points stray by around their law, and how far the other law
 *     is away as far as it fits, too
 * @param freedom of that deviation
 */
public record Growth(Law law, double a, double b, double value, double deviation, double freedom) {
    /** Below, a fit is as exact as numbers of this size are. */
    private static final double EXACT = 1e-9;
    private static final double SURE = 1e6;

    /** A slope that chance alone would bring more often is none. */
    private static final double CHANCE = 0.05;

    /** Kinds of growth. */
    public enum Law {
        /** a: points stray, but do not grow. */
        CONSTANT,
        /** a + b x. */
        LINEAR,
        /** a x^b. */
        POWER,
        /** Two points lie on a line and on a power: midway between them. */
        UNDECIDED
    }

    /** One law's fit. @param misfit mean square of relative residuals @param grows its slope is not by chance */
    private record Fit(double a, double b, double value, double deviation, double misfit, boolean grows) {}

    /**
     * @param x workloads, all different and positive, two at least
     * @param y the quantity there, not negative
     * @param at the workload asked for, positive
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
        // Akaike weights; both laws have two parameters. Of exact data only the difference beyond the numbers' own
        // precision counts.
        double share = 1 / (1
                + Math.exp(x.length / 2.0 * Math.log((other.misfit + EXACT * EXACT) / (best.misfit + EXACT * EXACT))));
        return new Growth(law, best.a, best.b, Math.max(0, best.value),
                Math.hypot(best.deviation, Math.sqrt(share) * (other.value - best.value)), x.length - 2);
    }

    /** A slope that cannot be told from none would only carry noise away from the points. */
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
                    SURE);
        }
        double lowest = Math.max(0, line.value);
        double apart = Math.abs(lowest - power.value);
        boolean same = apart <= EXACT * power.value;
        return new Growth(same ? Law.LINEAR : Law.UNDECIDED, line.a, line.b, (lowest + power.value) / 2, apart / 2,
                SURE);
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

    /** Exact data that do not grow have no significance at all. */
    private static boolean grows(SimpleRegression r) {
        return r.getN() < 3 || r.getSlope() != 0 && (r.getMeanSquareError() == 0 || r.getSignificance() < CHANCE);
    }

    private static SimpleRegression regression(double[] x, double[] y) {
        SimpleRegression r = new SimpleRegression();
        for (int i = 0; i < x.length; i++) {
            r.addData(x[i], y[i]);
        }
        return r;
    }

    /** Of a new point. */
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
