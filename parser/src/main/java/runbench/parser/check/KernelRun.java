package runbench.parser.check;

import java.util.List;
import java.util.Map;
import runbench.base.stats.Interval;

/**
 * A kernel of known counts under counters: what it counted more than the same kernel that only prepared.
 *
 * @param kernel its name
 * @param units of work that it did
 * @param truths what is known of it, by quantity
 * @param counts by event; what was not counted is missing
 * @param metrics by metric, of these counts, with the metric of the truths; those that both tell
 * @param multiplexed the counts are estimates, of events that took turns
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
     * What a kernel did of one quantity.
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
