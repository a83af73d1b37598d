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
 * @param metrics by metric, of these counts, with the metric of the truths; those that both tell
 * @param multiplexed whether the counts are scaled estimates
 */
public record KernelRun(String kernel, double units, Map<String, KnownCount> truths, Map<String, Count> counts,
        List<MetricOfKernel> metrics, boolean multiplexed) {
    /** @param error half of the interval that holds the true count; 0 where it is no estimate */
    public record Count(double value, double error) {}

    /**
     * @param expected by the formula, of the counts that the kernel says
     * @param bounds by the formula, of their bounds
     * @param seen by the formula, of what was counted
     */
    public record MetricOfKernel(String metric, String formula, double expected, Interval bounds, double seen) {}

    public KernelRun {
        truths = Map.copyOf(truths);
        counts = Map.copyOf(counts);
        metrics = List.copyOf(metrics);
    }

    /** For people. */
    public String title() {
        return multiplexed ? kernel + ", multiplexed" : kernel;
    }

    /**
     * The known count of one quantity of a kernel.
     *
     * @param quantity in the kernels' own words: instructions, l1d_misses
     * @param bounds what is right, where the processor decides; its two ends are the same where the instructions alone
     *     do
     * @param expected the likeliest, within the bounds
     * @param why what the bounds rest on
     */
    public record KnownCount(String quantity, Interval bounds, double expected, String why) {
        /** @param factor above 0 */
        KnownCount times(double factor) {
            return new KnownCount(quantity, new Interval(bounds.low() * factor, bounds.high() * factor),
                    expected * factor, why);
        }
    }
}
