package runbench.schedule.contention;

import runbench.parser.metrics.Interval;

/**
 * Whether a victim takes no less time beside nBBMA than alone, and more beside BBMA than beside nBBMA.
 *
 * @param small slow-down beside nBBMA against alone, median
 * @param smallInterval that holds it
 * @param large slow-down beside as many BBMA against beside nBBMA, median
 * @param largeInterval that holds it
 */
public record OrderTest(Victim victim, OrderVerdict verdict, double small, Interval smallInterval, double large,
        Interval largeInterval) {
    /** What is not told apart from nothing. */
    private static final double MARGIN = 0.01;

    static OrderTest of(Victim victim, double small, Interval smallInterval, double large, Interval largeInterval) {
        boolean fails = smallInterval.high() < 1 - MARGIN || largeInterval.high() < 1;
        boolean holds = smallInterval.high() >= 1 && largeInterval.low() > 1;
        return new OrderTest(victim,
                fails ? OrderVerdict.FAILS : holds ? OrderVerdict.HOLDS : OrderVerdict.INCONCLUSIVE, small,
                smallInterval, large, largeInterval);
    }
}
