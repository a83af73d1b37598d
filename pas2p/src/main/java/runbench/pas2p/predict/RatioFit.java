package runbench.pas2p.predict;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How much longer occurrences take than the trace lets expect: r = sum of w m / sum of w x (ratio estimator; Cochran, Sampling
 * Techniques, 3rd ed., chapter 6), with w as {@link Observed} says and x the part of the traced duration that is the program's doing.
 *
 * <p>On a busy machine a traced duration is mostly chance: an occurrence lasts a hundred times as long as the one before because a rank
 * had no processor, and a ratio to it says nothing. So x is what the trend of the trace gives, plus as much of the occurrence's own
 * difference from it as comes again where it is measured (a regression coefficient, between 0 and 1), plus as much of their mean
 * difference as such chance cannot explain: a program that begins slowly does so everywhere.
 *
 * @param ratio      r
 * @param error      its standard error, were occurrences independent
 * @param scatterS   standard deviation of m - r x
 * @param reproduced what part of an occurrence's own difference comes again, 0..1
 * @param expectedS  x of each
 * @param weighted   sum of w x
 */
record RatioFit(double ratio, double error, double scatterS, double reproduced, double[] expectedS, double weighted) {
    /** Below so many samples their own spread says too little, and that of the trace is asked too. */
    static final int FEW = 4;
    /** Below so many nothing can be said of what comes again. */
    private static final int PAIRS = 6;
    /** Standard errors beyond which a difference is none of chance. */
    private static final double CLEARLY = 2;

    /**
     * @param of     measured occurrences, one at least
     * @param trend  of the trace, of each
     * @param spread standard deviation of one traced occurrence as a share
     */
    static RatioFit of(List<Observed> of, ToDoubleFunction<Observed> trend, double spread) {
        int n = of.size();
        double weights = 0;
        double squaredWeights = 0;
        double measured = 0;
        double expected = 0;
        double meanOff = 0;
        for (Observed o : of) {
            weights += o.weight();
            squaredWeights += o.weight() * o.weight();
            measured += o.weight() * o.measuredS();
            expected += o.weight() * trend.applyAsDouble(o);
            meanOff += o.weight() * o.traceS();
        }
        meanOff = meanOff / expected - 1;
        double[] here = new double[n];
        double[] traced = new double[n];
        for (int i = 0; i < n; i++) {
            double t = trend.applyAsDouble(of.get(i));
            here[i] = of.get(i).measuredS() / (measured / expected * t) - 1;
            traced[i] = of.get(i).traceS() / t - 1;
        }
        double again = again(here, traced);
        double chance = (1 - again) * Math.max(spread, deviation(traced));
        double left = (1 - again) * meanOff;
        double limit = CLEARLY * CLEARLY * chance * chance * squaredWeights / (weights * weights);
        double lasting = left == 0 ? 0 : left * Math.max(0, 1 - limit / (left * left));
        double[] x = new double[n];
        double weighted = 0;
        for (int i = 0; i < n; i++) {
            x[i] = Math.max(0, trend.applyAsDouble(of.get(i)) * (1 + again * traced[i] + lasting));
            weighted += of.get(i).weight() * x[i];
        }
        if (!(weighted > 0)) {
            weighted = expected;
        }
        double r = measured / weighted;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += Math.pow(of.get(i).measuredS() - r * x[i], 2);
        }
        double scatter = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
        scatter = n < FEW ? Math.max(scatter, r * spread * weighted / weights * Math.sqrt(2)) : scatter;
        return new RatioFit(r, scatter * Math.sqrt(squaredWeights) / weighted, scatter, again, x, weighted);
    }

    /** Standard deviation of a measured occurrence as a share of what is expected. */
    double strays() {
        double mean = ratio * java.util.Arrays.stream(expectedS).average().orElse(0);
        return mean <= 0 ? 0 : scatterS / mean;
    }

    /** Regression coefficient of what is measured on what was traced, both about their means, less what its own error leaves of it. */
    private static double again(double[] here, double[] traced) {
        int n = here.length;
        if (n < PAIRS) {
            return 0;
        }
        double meanHere = java.util.Arrays.stream(here).average().orElse(0);
        double meanTraced = java.util.Arrays.stream(traced).average().orElse(0);
        double both = 0;
        double own = 0;
        for (int i = 0; i < n; i++) {
            both += (here[i] - meanHere) * (traced[i] - meanTraced);
            own += (traced[i] - meanTraced) * (traced[i] - meanTraced);
        }
        if (own == 0 || both <= 0) {
            return 0;
        }
        double slope = both / own;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += Math.pow(here[i] - meanHere - slope * (traced[i] - meanTraced), 2);
        }
        double error = squares / (n - 2) / own;
        return Math.min(1, slope) * slope * slope / (slope * slope + error);
    }

    private static double deviation(double[] values) {
        double mean = java.util.Arrays.stream(values).average().orElse(0);
        double squares = java.util.Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
    }
}
