package runbench.pas2p.predict;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import runbench.base.stats.Statistics;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The ratio of measured durations to the durations expected from the trace: r = sum of m / sum of x (ratio estimator;
 * Cochran, Sampling Techniques, 3rd ed., chapter 6). Here x is the part of the traced duration that the program itself
 * causes.
 *
 * <p>On a busy machine a traced duration is mostly chance: an occurrence can take a hundred times as long as its
 * predecessor because a rank had no processor. A ratio to such a duration has no meaning. So x has three terms: the
 * trend of the trace; the reproducible part of the occurrence's own difference from the trend (a regression
 * coefficient, between 0 and 1); and the part of the mean difference that chance does not explain. The last term covers
 * programs that start slowly, or whose long occurrences come early, in every run.
 *
 * @param ratio r
 * @param error its standard error for independent occurrences
 * @param scatterS standard deviation of m - r x
 * @param reproduced reproducible share of an occurrence's own difference, 0..1
 * @param expectedS x of each
 * @param sumS sum of x
 */
record RatioFit(double ratio, double error, double scatterS, double reproduced, double[] expectedS, double sumS) {
    /** Number of samples below which their own spread is unreliable, and that of the trace is used as well. */
    static final int MIN_SAMPLES = 4;
    /** Minimum number of samples for estimating reproducibility. */
    private static final int MIN_PAIRS = 6;
    /** Number of standard errors beyond which a difference is significant. */
    private static final double SIGNIFICANT_ERRORS = 2;
    private static final double CERTAIN_ERRORS = 3;
    private static final double MAX_RELATIVE_OFFSET = 0.75;
    private static final double MIN_KEPT = 0.01;
    private static final double MIN_REPRODUCED_EXCESS = 0.25;

    /**
     * Fits the ratio.
     *
     * @param of measured occurrences, at least one
     * @param trend trend of the trace for each
     * @param spread standard deviation of one traced occurrence as a share
     * @param stretches the same for the mean of as many consecutive occurrences; 0: not known
     */
    static RatioFit of(List<ObservedOccurrence> of, ToDoubleFunction<ObservedOccurrence> trend, double spread,
            double stretches) {
        int n = of.size();
        double measured = of.stream().mapToDouble(ObservedOccurrence::measuredS).sum();
        double expected = of.stream().mapToDouble(trend).sum();
        double meanOff = of.stream().mapToDouble(ObservedOccurrence::traceS).sum() / expected - 1;
        double[] here = new double[n];
        double[] traced = new double[n];
        for (int i = 0; i < n; i++) {
            double t = trend.applyAsDouble(of.get(i));
            here[i] = measured == 0 ? 0 : of.get(i).measuredS() / (measured / expected * t) - 1;
            traced[i] = of.get(i).traceS() / t - 1;
        }
        Again seen = Again.of(here, traced);
        double again = seen.part;
        double variance = Math.pow(Math.max(spread, Statistics.deviation(traced)), 2);
        double own = again * variance;
        double chance = variance - own;
        // If neighbours compensate for each other, stretches scatter less than independent occurrences would.
        double kept = stretches == 0 || chance == 0 ? 1
                : Math.max(MIN_KEPT, Math.min(1, (stretches * stretches * n - own) / chance));
        double mean = seen.clear ? own / (own + kept * chance) : again;
        double left = (1 - mean) * meanOff;
        double limit = SIGNIFICANT_ERRORS * SIGNIFICANT_ERRORS * Math.max(MIN_REPRODUCED_EXCESS, kept) * chance / n;
        double offset = mean * meanOff + (left == 0 ? 0 : left * Math.max(0, 1 - limit / (left * left)));
        // A traced stretch of nearly zero duration must not produce an unbounded ratio.
        offset = Math.max(-MAX_RELATIVE_OFFSET, offset);
        double centre = Arrays.stream(traced).average().orElse(0);
        double[] x = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            x[i] = Math.max(0, trend.applyAsDouble(of.get(i)) * (1 + again * (traced[i] - centre) + offset));
            sum += x[i];
        }
        sum = sum > 0 ? sum : expected;
        double r = measured / sum;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += Math.pow(of.get(i).measuredS() - r * x[i], 2);
        }
        double scatter = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
        // Hidden behind the actions of other ranks, which may differ next time: as uncertain as in the trace.
        scatter = measured == 0 ? spread * sum / n : scatter;
        scatter = n < MIN_SAMPLES ? Math.max(scatter, r * spread * sum / n * Math.sqrt(2)) : scatter;
        return new RatioFit(r, scatter * Math.sqrt(n) / sum, scatter, again, x, sum);
    }

    /** Returns the standard deviation of a measured occurrence as a share of its expected duration. */
    double strays() {
        double mean = ratio * Arrays.stream(expectedS).average().orElse(0);
        return mean <= 0 ? 0 : scatterS / mean;
    }

    RatioFit paced(double pace) {
        return new RatioFit(ratio * pace, error * pace, scatterS, reproduced, expectedS, sumS);
    }

    /**
     * The regression coefficient of measured on traced durations, both about their means.
     *
     * @param part coefficient, reduced by its own error, 0..1
     * @param clear true: it is significant
     */
    private record Again(double part, boolean clear) {
        static Again of(double[] here, double[] traced) {
            int n = here.length;
            double meanHere = Arrays.stream(here).average().orElse(0);
            double meanTraced = Arrays.stream(traced).average().orElse(0);
            double both = 0;
            double own = 0;
            for (int i = 0; i < n; i++) {
                both += (here[i] - meanHere) * (traced[i] - meanTraced);
                own += (traced[i] - meanTraced) * (traced[i] - meanTraced);
            }
            if (n < MIN_PAIRS || own == 0 || both <= 0) {
                return new Again(0, false);
            }
            double slope = both / own;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                squares += Math.pow(here[i] - meanHere - slope * (traced[i] - meanTraced), 2);
            }
            double error = squares / (n - 2) / own;
            return new Again(Math.min(1, slope) * slope * slope / (slope * slope + error),
                    slope * slope > CERTAIN_ERRORS * CERTAIN_ERRORS * error);
        }
    }

    /**
     * A measured occurrence and its values in the trace.
     *
     * @param wanted traced occurrence; null: the signature does not contain it
     */
    record ObservedOccurrence(MeasuredSignature.Sample sample, Signature.Wanted wanted) {
        /** Returns the occurrences in order of time. */
        static List<ObservedOccurrence> of(MeasuredSignature m) {
            Map<List<Long>, Signature.Wanted> byPlace = new HashMap<>();
            m.signature().measure().forEach(w -> byPlace.put(List.of((long) w.phase(), w.occurrence()), w));
            List<MeasuredSignature.Sample> order = m.samples()
                    .stream()
                    .filter(s -> s.traceS() > 0)
                    .sorted(Comparator.comparingDouble(MeasuredSignature.Sample::startS))
                    .toList();
            return order.stream()
                    .map(s -> new ObservedOccurrence(s, byPlace.get(List.of((long) s.phase(), s.occurrence()))))
                    .toList();
        }

        boolean of(int phase) {
            return sample.phase() == phase;
        }

        boolean of(int phase, int stratum) {
            return sample.phase() == phase && sample.stratum() == stratum;
        }

        double measuredS() {
            return sample.measuredS();
        }

        double traceS() {
            return sample.traceS();
        }

        /** Returns the traced duration without waits for a processor, s; null: not known. */
        Double neededS() {
            return wanted == null ? null : wanted.neededS();
        }

        /** Returns the trend of its stratum at its time of the traced run, s. */
        double trendS() {
            return wanted == null || wanted.trendS() == null || wanted.trendS() <= 0 ? traceS() : wanted.trendS();
        }

        /** Returns the trend of its phase at its time of the traced run, s. */
        double phaseTrendS() {
            return wanted == null || wanted.phaseTrendS() == null || wanted.phaseTrendS() <= 0 ? traceS()
                    : wanted.phaseTrendS();
        }
    }
}
