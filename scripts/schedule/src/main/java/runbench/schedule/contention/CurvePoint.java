package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * The slow-down of a victim under a number of antagonists.
 *
 * @param victim the slowed workload
 * @param antagonist the workload of the competing threads
 * @param antagonists number of competing threads
 * @param share traffic limit of one antagonist as a share of its maximum, 0..1
 * @param traffic traffic of the antagonists, bytes per second, median
 * @param slowdown median over the repetitions, each relative to the victim alone in the same repetition
 * @param interval confidence interval of the slow-down; unbounded with too few windows
 * @param confidence confidence level of the interval, 0..1
 * @param windows number of repetitions
 * @param predicted slow-down predicted by the fitted model; NaN without a model
 * @param inconclusive true if the interval includes 1, is wider than a tenth of the slow-down to either side, or is
 *     unknown
 */
public record CurvePoint(Victim victim, Antagonist antagonist, int antagonists, double share, double traffic,
        double slowdown, Interval interval, double confidence, int windows, double predicted, boolean inconclusive) {
    CurvePoint predicted(double value) {
        return new CurvePoint(victim, antagonist, antagonists, share, traffic, slowdown, interval, confidence, windows,
                value, inconclusive);
    }
}
