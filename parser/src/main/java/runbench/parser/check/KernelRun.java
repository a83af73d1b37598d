package runbench.parser.check;

import java.util.List;
import java.util.Map;
import runbench.base.stats.Interval;

/**
 * The counts of a kernel with known results: those of the full kernel less those of a run that only prepares.
 *
 * @param kernel its name
 * @param units number of units of work
 * @param truths known counts, by quantity
 * @param counts counts by event, without events that were not counted
 * @param metrics metrics that both the counts and the known counts define
 * @param multiplexed whether the counts are scaled estimates
 */
public record KernelRun(String kernel, double units, Map<String, KnownCount> truths, Map<String, Count> counts,
        List<MetricOfKernel> metrics, boolean multiplexed) {
    /**
     * A count of an event.
     *
     * @param value the count
     * @param error half the width of the confidence interval; 0 if the count is not an estimate
     */
    public record Count(double value, double error) {}

    /**
     * A metric of the kernel.
     *
     * @param expected value of the formula for the known counts
     * @param bounds value of the formula for the bounds of the known counts
     * @param seen value of the formula for the measured counts
     */
    public record MetricOfKernel(String metric, String formula, double expected, Interval bounds, double seen) {}

    public KernelRun {
        truths = Map.copyOf(truths);
        counts = Map.copyOf(counts);
        metrics = List.copyOf(metrics);
    }

    /** Returns a text for display. */
    public String title() {
        return multiplexed ? kernel + ", multiplexed" : kernel;
    }

    /**
     * The known count of one quantity of a kernel.
     *
     * @param quantity name in the kernel's report: instructions, l1d_misses
     * @param bounds correct values, if the count depends on the processor; both ends are equal if it does not
     * @param expected most likely value, within the bounds
     * @param why reason for the bounds
     */
    public record KnownCount(String quantity, Interval bounds, double expected, String why) {
        /**
         * Returns this count, multiplied by a factor.
         *
         * @param factor above 0
         */
        KnownCount times(double factor) {
            return new KnownCount(quantity, new Interval(bounds.low() * factor, bounds.high() * factor),
                    expected * factor, why);
        }
    }
}
