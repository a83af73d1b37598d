package runbench.schedule.contention;

import java.util.List;
import java.util.Map;
import runbench.base.stats.Interval;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Victim;

/**
 * The result of {@code runbench machine bandwidth}: mutual slow-down of threads that share this machine's memory.
 *
 * @param machine host, processor, microcode, kernel
 * @param cpus number of CPUs used
 * @param measuredUtc time of the measurement, ISO 8601
 * @param arrayBytes array size of each antagonist
 * @param repetitions number of complete repetitions
 * @param interrupted true if the user stopped the measurement early
 * @param source source of the traffic values
 * @param traffic traffic of antagonists without a victim
 * @param curve slow-downs of victims
 * @param order tests of the expected order of antagonists
 * @param noise disturbances during the measurement
 * @param model fitted model; null if there is too little data
 * @param fit quality of the fit; null without a model
 * @param notes remarks that a reader needs in order to interpret the result
 */
public record MeasuredContention(Map<String, String> machine, int cpus, String measuredUtc, long arrayBytes,
        int repetitions, boolean interrupted, String source, List<TrafficPoint> traffic, List<CurvePoint> curve,
        List<OrderTest> order, Noise noise, ContentionModel model, ModelFit fit, List<String> notes) {

    /**
     * The traffic of antagonists that run without a victim.
     *
     * @param antagonist workload of the threads
     * @param threads number of threads
     * @param traffic total traffic, bytes per second, median over the windows
     * @param interval confidence interval; unbounded with too few windows
     * @param confidence confidence level of the interval, 0..1
     * @param windows number of measured windows
     */
    public record TrafficPoint(Antagonist antagonist, int threads, double traffic, Interval interval, double confidence,
            int windows) {}

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
            double slowdown, Interval interval, double confidence, int windows, double predicted,
            boolean inconclusive) {
        CurvePoint predicted(double value) {
            return new CurvePoint(victim, antagonist, antagonists, share, traffic, slowdown, interval, confidence,
                    windows, value, inconclusive);
        }
    }

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

    /** The verdict of a test of a hypothesis. */
    public enum OrderVerdict {
        HOLDS, FAILS, INCONCLUSIVE
    }

    /**
     * Disturbances during a measurement.
     *
     * @param spread interquartile range of a victim's rate alone relative to its median, maximum over the victims
     * @param together share of the time, 0..1, in which all threads ran, median over the windows; competing load on the
     *     machine lowers it
     * @param stolen share of all CPU time, 0..1, that the host gave to other guests
     * @param left number of windows rejected because all threads ran together for too short a time
     * @param load runnable programs before the measurement (1-minute load average); negative if unknown
     */
    public record Noise(double spread, double together, double stolen, int left, double load) {}

    /**
     * The errors of a model on the points of its fit and on held-out points.
     *
     * @param points number of fitted slow-downs (those under readers)
     * @param medianError median relative error of the fitted slow-downs
     * @param worstError maximum relative error of the fitted slow-downs
     * @param heldPoints number of held-out slow-downs (those under writers)
     * @param heldMedian median relative error of the held-out slow-downs; NaN without any
     * @param heldWorst maximum relative error of the held-out slow-downs; NaN without any
     */
    public record ModelFit(int points, double medianError, double worstError, int heldPoints, double heldMedian,
            double heldWorst) {}
}
