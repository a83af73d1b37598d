package runbench.pas2p.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * A quantity as a function of the number of ranks p, and its value at another number.
 *
 * <p>The candidates are sums of up to three of the terms 1, 1/p (divided work), 1/sqrt(p) (borders of a divided plane),
 * log2(p) (trees of collectives) and p (one partner after the other), and a power a p^b. Each is fitted by least
 * squares of relative residuals. The value is the mean of all candidates, weighted by Akaike's criterion; the distance
 * between them is part of the deviation, so that it grows where the points do not separate the laws.
 *
 * @param formula the candidate with the largest weight
 * @param share its weight among the candidates, 0..1
 * @param value value at the requested number of ranks
 * @param deviation standard deviation of that value for one more run
 * @param misfit largest relative residual of the candidate with the largest weight
 */
public record ScalingLaw(String formula, double share, double value, double deviation, double misfit) {
    /** Relative deviation between runs that is assumed even if the points fit a law exactly. */
    static final double RUN_TO_RUN = 0.02;
    private static final int MAX_TERMS = 3;
    private static final double MAX_EXPONENT = 2;
    private static final double ROUNDING = 1e-12;
    /** Relative distance of columns from each other below which they are proportional. */
    private static final double DEPENDENT = 1e-9;
    /** Akaike's criterion: the cost of a parameter. */
    private static final double PARAMETER_COST = 2;

    /** Terms of the sums. */
    private enum Term {
        CONSTANT(p -> 1, "%.3g"), DIVIDED(p -> 1 / p, "%.3g/p"), BORDER(p -> 1 / Math.sqrt(p), "%.3g/sqrt(p)"),
        TREE(p -> Math.log(p) / Math.log(2), "%.3g log2(p)"), EACH(p -> p, "%.3g p");

        private final DoubleUnaryOperator at;
        private final String format;

        Term(DoubleUnaryOperator at, String format) {
            this.at = at;
            this.format = format;
        }
    }

    /**
     * A fitted candidate.
     *
     * @param squares sum of squared residuals, in units of the points' deviations
     * @param variance variance of the value if the points have exactly these deviations
     */
    private record Candidate(String formula, int parameters, double squares, double value, double variance,
            double misfit) {}

    /**
     * Fits the mean time of an occurrence, or a time as a whole; coefficients are not negative.
     *
     * @param ranks number of ranks of each run, at least two different ones
     * @param times time in each run, not negative
     * @param errors relative standard error of each time within its run
     */
    static ScalingLaw ofTimes(double[] ranks, double[] times, double[] errors, double at) {
        double[] relative = Arrays.stream(errors).map(e -> Math.hypot(e, RUN_TO_RUN)).toArray();
        return fit(ranks, times, relative, at, MAX_TERMS, true);
    }

    /** Fits weights: equal ones are constant, others may follow sums of two terms of any sign. */
    static ScalingLaw ofWeights(double[] ranks, double[] weights, double at) {
        if (Arrays.stream(weights).allMatch(w -> w == weights[0])) {
            return new ScalingLaw(String.format(Locale.ROOT, "%.0f", weights[0]), 1, weights[0], 0, 0);
        }
        double[] relative = Arrays.stream(weights).map(w -> Math.max(0.005, 0.5 / Math.max(1, w))).toArray();
        return fit(ranks, weights, relative, at, 2, false);
    }

    private static ScalingLaw fit(double[] p, double[] y, double[] relative, double at, int maxTerms,
            boolean positive) {
        if (Arrays.stream(y).allMatch(v -> v == 0)) {
            return new ScalingLaw("0", 1, 0, 0, 0);
        }
        List<Candidate> all = candidates(p, y, relative, at, maxTerms, positive);
        // Points that scatter more than assumed about every law have larger deviations than assumed.
        double scale = all.stream()
                .filter(c -> c.parameters < p.length)
                .mapToDouble(c -> c.squares / (p.length - c.parameters))
                .min()
                .orElse(1);
        double factor = Math.max(1, scale);
        double least = all.stream().mapToDouble(c -> criterion(c, factor)).min().orElseThrow();
        double sum = 0;
        double value = 0;
        for (Candidate c : all) {
            double weight = Math.exp((least - criterion(c, factor)) / 2);
            sum += weight;
            value += weight * c.value;
        }
        value = Math.max(0, value / sum);
        double variance = 0;
        for (Candidate c : all) {
            double weight = Math.exp((least - criterion(c, factor)) / 2) / sum;
            variance += weight * (c.variance * factor + (c.value - value) * (c.value - value));
        }
        Candidate best = all.stream().min(Comparator.comparingDouble(c -> criterion(c, factor))).orElseThrow();
        double newRun = positive ? RUN_TO_RUN * value * Math.sqrt(factor) : 0;
        return new ScalingLaw(best.formula, 1 / sum, value, Math.hypot(Math.sqrt(variance), newRun), best.misfit);
    }

    private static double criterion(Candidate c, double factor) {
        return c.squares / factor + PARAMETER_COST * c.parameters;
    }

    private static List<Candidate> candidates(double[] p, double[] y, double[] relative, double at, int maxTerms,
            boolean positive) {
        int different = (int) Arrays.stream(p).distinct().count();
        List<Candidate> all = new ArrayList<>();
        Term[] terms = Term.values();
        for (int set = 1; set < 1 << terms.length; set++) {
            int bits = set;
            List<Term> chosen = Arrays.stream(terms).filter(t -> (bits >> t.ordinal() & 1) == 1).toList();
            if (chosen.size() <= Math.min(maxTerms, different)) {
                Candidate sum = sum(chosen, p, y, relative, at, positive);
                if (sum != null) {
                    all.add(sum);
                }
            }
        }
        if (different > 1 && Arrays.stream(y).allMatch(v -> v > 0)) {
            Candidate power = power(p, y, relative, at);
            if (power != null) {
                all.add(power);
            }
        }
        return all;
    }

    /**
     * Returns the least-squares fit of a sum of terms; null: a coefficient of a time would be negative, or the terms
     * are proportional to each other at these points, as log2(p) and p at 2 and 4.
     */
    private static Candidate sum(List<Term> terms, double[] p, double[] y, double[] relative, double at,
            boolean positive) {
        double[][] rows = new double[p.length][];
        double[] right = new double[p.length];
        for (int i = 0; i < p.length; i++) {
            int run = i;
            double deviation = deviation(y, relative, i);
            rows[i] = terms.stream().mapToDouble(t -> t.at.applyAsDouble(p[run]) / deviation).toArray();
            right[i] = y[i] / deviation;
        }
        double[] there = terms.stream().mapToDouble(t -> t.at.applyAsDouble(at)).toArray();
        double[][] solved = solve(rows, right, there);
        if (solved == null) {
            return null;
        }
        double[] c = solved[0];
        double largest = Arrays.stream(y).max().orElseThrow();
        if (positive && Arrays.stream(c).anyMatch(v -> v < -ROUNDING * largest)) {
            return null;
        }
        double misfit = IntStream.range(0, p.length)
                .mapToDouble(i -> Math.abs(dot(rows[i], c) * deviation(y, relative, i) - y[i])
                        / (y[i] == 0 ? largest : y[i]))
                .max()
                .orElseThrow();
        String formula = IntStream.range(0, c.length)
                .mapToObj(j -> String.format(Locale.ROOT, terms.get(j).format, c[j]))
                .collect(Collectors.joining(" + "))
                .replace("+ -", "- ");
        return new Candidate(formula, c.length, squares(rows, right, c), dot(there, c), solved[1][0], misfit);
    }

    private static Candidate power(double[] p, double[] y, double[] relative, double at) {
        double[][] rows = new double[p.length][];
        double[] right = new double[p.length];
        for (int i = 0; i < p.length; i++) {
            rows[i] = new double[]{1 / relative[i], Math.log(p[i]) / relative[i]};
            right[i] = Math.log(y[i]) / relative[i];
        }
        double[] there = {1, Math.log(at)};
        double[][] solved = solve(rows, right, there);
        double[] c = solved[0]; // two different numbers of ranks suffice
        if (Math.abs(c[1]) > MAX_EXPONENT) {
            return null;
        }
        double value = Math.exp(dot(there, c));
        double misfit = IntStream.range(0, p.length)
                .mapToDouble(i -> Math.abs(Math.exp(dot(rows[i], c) * relative[i]) / y[i] - 1))
                .max()
                .orElseThrow();
        return new Candidate(String.format(Locale.ROOT, "%.3g p^%.3g", Math.exp(c[0]), c[1]), 2,
                squares(rows, right, c), value, solved[1][0] * value * value, misfit);
    }

    /** Returns the standard deviation of a point; a time of 0 has that of the largest one. */
    private static double deviation(double[] y, double[] relative, int i) {
        return relative[i] * (y[i] > 0 ? y[i] : Arrays.stream(y).max().orElseThrow());
    }

    /**
     * Solves a least-squares problem by QR.
     *
     * @return the coefficients, and the variance of their product with a row; null: the columns are not independent
     */
    private static double[][] solve(double[][] rows, double[] right, double[] there) {
        RealMatrix x = MatrixUtils.createRealMatrix(rows);
        DecompositionSolver columns = new QRDecomposition(x, DEPENDENT * x.getFrobeniusNorm()).getSolver();
        if (!columns.isNonSingular()) {
            return null;
        }
        double[] c = columns.solve(MatrixUtils.createRealVector(right)).toArray();
        double[] inverse = new QRDecomposition(x.transposeMultiply(x)).getSolver()
                .solve(MatrixUtils.createRealVector(there))
                .toArray();
        return new double[][]{c, {Math.max(0, dot(there, inverse))}};
    }

    private static double squares(double[][] rows, double[] right, double[] c) {
        return IntStream.range(0, right.length).mapToDouble(i -> Math.pow(dot(rows[i], c) - right[i], 2)).sum();
    }

    private static double dot(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }
}
