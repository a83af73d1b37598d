package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * How much longer a victim takes beside others than alone.
 *
 * @param traffic that the others made, bytes per second, median
 * @param slowdown median over the repetitions, each held against the victim alone in the same one
 * @param interval that holds it; unbounded with too few windows
 * @param confidence of the interval, 0..1
 * @param windows repetitions
 * @param predicted by the model that was fitted; NaN where there is none
 * @param inconclusive the interval includes 1, is wider than a tenth of the slow-down to either side, or is unknown
 */
public record CurvePoint(Victim victim, Antagonist antagonist, int antagonists, double share, double traffic,
        double slowdown, Interval interval, double confidence, int windows, double predicted, boolean inconclusive) {
    CurvePoint predicted(double value) {
        return new CurvePoint(victim, antagonist, antagonists, share, traffic, slowdown, interval, confidence, windows,
                value, inconclusive);
    }
}
