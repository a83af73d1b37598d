package runbench.schedule.result;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.stat.StatUtils;

/**
 * The lateness of quanta: the delay from the due time until the programs were stopped, continued and placed.
 *
 * @param quanta number of quanta that started on schedule; quanta that started early do not count
 * @param medianMillis median delay, ms
 * @param p99Millis 99th percentile, ms
 * @param maxMillis maximum, ms
 */
public record LiveLateness(long quanta, double medianMillis, double p99Millis, double maxMillis) {
    /** Returns the lateness, or null if no quantum started on schedule. */
    public static LiveLateness of(List<LiveQuantum> all) {
        double[] late = all.stream().filter(q -> !q.early()).mapToDouble(LiveQuantum::lateMillis).toArray();
        return late.length == 0 ? null
                : new LiveLateness(late.length, StatUtils.percentile(late, 50), StatUtils.percentile(late, 99),
                        Arrays.stream(late).max().getAsDouble());
    }
}
