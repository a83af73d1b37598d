package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * A test of the expected order: a victim is not faster under nBBMA than alone, and is slower under BBMA than under
 * nBBMA.
 *
 * @param victim the slowed workload
 * @param verdict result of the test
 * @param small median slow-down under nBBMA relative to alone
 * @param smallInterval confidence interval of {@code small}
 * @param large median slow-down under the same number of BBMA relative to nBBMA
 * @param largeInterval confidence interval of {@code large}
 */
public record OrderTest(Victim victim, OrderVerdict verdict, double small, Interval smallInterval, double large,
        Interval largeInterval) {
    /** Relative difference below which a speed-up counts as none. */
    private static final double MARGIN = 0.01;

    static OrderTest of(Victim victim, double small, Interval smallInterval, double large, Interval largeInterval) {
        boolean fails = smallInterval.high() < 1 - MARGIN || largeInterval.high() < 1;
        boolean holds = smallInterval.high() >= 1 && largeInterval.low() > 1;
        return new OrderTest(victim,
                fails ? OrderVerdict.FAILS : holds ? OrderVerdict.HOLDS : OrderVerdict.INCONCLUSIVE, small,
                smallInterval, large, largeInterval);
    }
}
