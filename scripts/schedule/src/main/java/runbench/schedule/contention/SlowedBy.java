package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * How much longer one program takes beside another.
 *
 * @param victim name of the one that is slowed
 * @param beside name of the other
 * @param measured median over the rounds, each held against the victim alone in the same one; NaN where it was not
 *     measured
 * @param interval that holds it; null where there are too few rounds to tell
 * @param rounds that were measured
 * @param predicted by the model from what both ask for; NaN where that is not known
 * @param inconclusive the interval holds 1, or is not known: it cannot be told whether there is any slow-down
 */
public record SlowedBy(String victim, String beside, double measured, Interval interval, int rounds, double predicted,
        boolean inconclusive) {
    /** What was measured; else what is predicted. */
    public double best() {
        return Double.isNaN(measured) ? predicted : measured;
    }
}
