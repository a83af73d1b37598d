package runbench.schedule.result;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.stat.StatUtils;

/**
 * How late quanta began: from when they were due until the programs were stopped, continued and placed.
 *
 * @param quanta that began on their own time, which the others are not counted among
 */
public record LiveLateness(long quanta, double medianMillis, double p99Millis, double maxMillis) {
    /** Null where there is none. */
    public static LiveLateness of(List<LiveQuantum> all) {
        double[] late = all.stream().filter(q -> !q.early()).mapToDouble(LiveQuantum::lateMillis).toArray();
        return late.length == 0 ? null
                : new LiveLateness(late.length, StatUtils.percentile(late, 50), StatUtils.percentile(late, 99),
                        Arrays.stream(late).max().getAsDouble());
    }
}
