package runbench.pas2p.predict;

import java.util.List;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.pas2p.predict.RatioFit.ObservedOccurrence;
import runbench.pas2p.predict.StratumRatios.RatioUnit;
import runbench.pas2p.signature.Signature;

/**
 * The time of a stratum after the stop, combined from three estimates. N is the number of occurrences after the stop, X
 * their traced time, C the part of X without waits for a processor, m, x and c the means of the measured occurrences:
 * measured, as expected from the trace, and as traced without waits. <ul> <li>Means: N m. The thesis's sum (PTE,
 * equation 4.1). Its error is a change of the program after the stop. <li>Ratio: N m (X / N) / x. The ratio estimator
 * (Cochran, Sampling Techniques, 3rd ed., chapter 6). Its error is chance in traced durations, which other programs on
 * the traced machine cause. <li>CPU time: N m (C / N) / c. The same ratio without waits for a processor, for traces on
 * a busy machine. </ul> The change that a ratio claims after the stop, d = (X / N) / x - 1, is the program's or chance.
 * It is chance as far as the CPU times do not show it, or as far as the trace's occurrences scatter where the measured
 * ones do not. The weights are the inverse squares of these errors (Bates and Granger, The Combination of Forecasts,
 * 1969). The error of the result is the greater one of the weights' error and of the difference between the estimates
 * (Birge, The Calculation of Errors by the Method of Least Squares, 1932).
 *
 * @param factor combined estimate as a multiple of the ratio estimate
 * @param error standard error due to the choice of estimators, as a share of the combined estimate
 * @param weights weights by {@link Prediction.Estimator}, sum 1
 */
record CombinedEstimate(double factor, double error, double[] weights) {
    /** Number of samples below which scatters are not compared. */
    private static final int MIN_PAIRS = 6;
    /** Error of each estimator that no trace can exclude. */
    private static final double MIN_ERROR = 0.005;
    /** Scatter of traced occurrences, not seen in measured ones, at which the ratio's error equals the scatter. */
    private static final double DISTURBED_SCATTER = 0.1;
    /** Share of the traced time below which waits for a processor cannot matter. */
    private static final double MIN_WAIT_SHARE = 0.02;
    /** Error of CPU times per share of waiting: sleeps taken for waits, shared caches, time lost inside MPI. */
    private static final double CPU_ERROR_PER_WAIT = 0.5;
    /** Variance of stretches, relative to independent occurrences, below which neighbours compensate for each other. */
    private static final double COMPENSATED_VARIANCE_RATIO = 0.25;

    /**
     * Combines the estimates of a unit.
     *
     * @param stretches standard deviation, as a share, of stretches of the traced run as long as the measured one; 0:
     *     not known
     */
    static CombinedEstimate of(RatioUnit unit, double stretches) {
        long behind = unit.strata().stream().mapToLong(Signature.Stratum::behind).sum();
        double means = behind * unit.measuredS() / unit.samples().size();
        double ratio = unit.behindS() * unit.fit().ratio();
        if (!(means > 0) || !(ratio > 0)) {
            return new CombinedEstimate(1, 0, new double[]{0, 1, 0});
        }
        double change = ratio / means - 1;
        Needed needed = Needed.of(unit, behind);
        double disturbed = disturbance(unit, stretches);
        double ratioError = Math.hypot(disturbed, needed == null ? 0 : change - needed.change);
        double program = beyond(change, ratioError);
        double cpuError = Double.POSITIVE_INFINITY;
        if (needed != null) {
            cpuError = Math.hypot(CPU_ERROR_PER_WAIT * needed.waitShare, needed.error);
            program = Math.max(program, beyond(needed.change, cpuError));
        }
        double[] changes = {0, change, needed == null ? 0 : needed.change};
        return of(changes, new double[]{program, ratioError, cpuError}, change);
    }

    /**
     * Combines estimates.
     *
     * @param changes estimates as changes of the means
     * @param errors error of each, besides the sampling error that they share; infinite: not available
     * @param reference the change to which the factor refers
     */
    static CombinedEstimate of(double[] changes, double[] errors, double reference) {
        double[] weights = new double[changes.length];
        double sum = 0;
        for (int k = 0; k < changes.length; k++) {
            double error = Math.hypot(errors[k], MIN_ERROR);
            weights[k] = 1 / (error * error);
            sum += weights[k];
        }
        double internal = Math.sqrt(1 / sum);
        double combined = 0;
        for (int k = 0; k < changes.length; k++) {
            weights[k] /= sum;
            combined += weights[k] * changes[k];
        }
        double squares = 0;
        for (int k = 0; k < changes.length; k++) {
            squares += weights[k] * (changes[k] - combined) * (changes[k] - combined);
        }
        return new CombinedEstimate((1 + combined) / (1 + reference),
                Math.max(internal, Math.sqrt(squares)) / (1 + combined), weights);
    }

    /** Returns the part of a change that its error does not explain. */
    private static double beyond(double change, double error) {
        return Math.sqrt(Math.max(0, change * change - error * error));
    }

    /**
     * Returns the error of the ratio as its samples show it: traced occurrences that scatter while the measured ones do
     * not were disturbed. If neighbours compensate for each other, only the scatter of stretches is left.
     */
    private static double disturbance(RatioUnit unit, double stretches) {
        int n = unit.samples().size();
        if (n < MIN_PAIRS) {
            return 0;
        }
        double mean = unit.fit().sumS() / n;
        double[] traced = new double[n];
        double[] measured = new double[n];
        for (int i = 0; i < n; i++) {
            double expected = unit.fit().expectedS()[i];
            traced[i] = (unit.samples().get(i).traceS() - expected) / mean;
            measured[i] = (unit.samples().get(i).measuredS() / unit.fit().ratio() - expected) / mean;
        }
        double variance = Math.pow(Statistics.deviation(traced), 2);
        double chance = Math.max(0, variance - Math.pow(Statistics.deviation(measured), 2));
        double kept = stretches == 0 || variance == 0 ? 1 : Math.min(1, stretches * stretches * n / variance);
        return kept < COMPENSATED_VARIANCE_RATIO ? Math.min(stretches, chance) : kept * chance / DISTURBED_SCATTER;
    }

    /**
     * The change after the stop by traced times without waits for a processor.
     *
     * @param change (C / N) / c - 1
     * @param waitShare share of the traced time that was waiting
     * @param error standard error of the change
     */
    private record Needed(double change, double waitShare, double error) {
        /** Returns null if waits are not known or negligible: then it is the ratio. */
        static Needed of(RatioUnit unit, long behind) {
            List<ObservedOccurrence> samples = unit.samples();
            if (samples.stream().anyMatch(o -> o.neededS() == null)
                    || unit.strata().stream().anyMatch(s -> s.behindNeededS() == null)) {
                return null;
            }
            double[] each = samples.stream().mapToDouble(ObservedOccurrence::neededS).toArray();
            double sampled = IntStream.range(0, each.length).mapToDouble(i -> each[i]).sum();
            double after = unit.strata().stream().mapToDouble(Signature.Stratum::behindNeededS).sum();
            double traced = samples.stream().mapToDouble(ObservedOccurrence::traceS).sum() + unit.behindS();
            double waits = 1 - (sampled + after) / traced;
            double mean = sampled / each.length;
            if (!(waits > MIN_WAIT_SHARE) || !(mean > 0) || !(after > 0)) {
                return null;
            }
            return new Needed(after / behind / mean - 1, waits,
                    each.length < 2 ? 1 : Statistics.deviation(each) / mean / Math.sqrt(each.length));
        }
    }
}
