package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * The slow-down of one program by another.
 *
 * @param victim name of the slowed program
 * @param beside name of the competing program
 * @param measured median over the rounds, each relative to the victim alone in the same round; NaN if not measured
 * @param interval confidence interval; null with too few rounds
 * @param rounds number of measured rounds
 * @param predicted slow-down that the model predicts from both demands; NaN if unknown
 * @param inconclusive true if the interval contains 1 or is unknown, so that a slow-down is not proven
 */
public record SlowedBy(String victim, String beside, double measured, Interval interval, int rounds, double predicted,
        boolean inconclusive) {
    /** Returns the measured slow-down, or the predicted one if it was not measured. */
    public double best() {
        return Double.isNaN(measured) ? predicted : measured;
    }
}
