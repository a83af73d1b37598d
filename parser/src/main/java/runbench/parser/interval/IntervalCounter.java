package runbench.parser.interval;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.interval.IntervalCounts.IntervalCount;
import runbench.parser.interval.IntervalCounts.IntervalMetric;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;

/**
 * Computes the counts of intervals from counts since the start of the program. The intervals of an event that is not
 * multiplexed add up to its final count.
 */
public final class IntervalCounter {
    private static final CountSoFar NOTHING = new CountSoFar(0, 0, 0);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Metadata metadata;
    private final List<BoundMetric> metrics;
    private final Map<String, List<String>> summands = new HashMap<>();
    private Map<String, CountSoFar> before = Map.of();
    private long wallBefore;
    private long runBefore;
    private long enabledBefore;
    private boolean isCounting;

    /**
     * A count since the start of the program.
     *
     * @param value number of counts
     * @param enabledNanos time for which the event was enabled, summed over tasks, ns; 0 if it was not counted
     * @param runningNanos time for which it was on a counter, ns
     */
    public record CountSoFar(long value, long enabledNanos, long runningNanos) {}

    /**
     * Creates a counter at the start of the program.
     *
     * @param recording the recording of the run, complete or still being written: only its metadata are used
     * @param metrics metrics to compute for each interval
     */
    public IntervalCounter(Recording recording, List<Metric> metrics) {
        metadata = recording.metadata();
        this.metrics = BoundMetric.bind(metrics, Periods.of(recording));
        for (JsonNode sum : metadata.run().path("sums")) {
            List<String> of = new ArrayList<>();
            sum.path("of").forEach(name -> of.add(name.asText()));
            summands.put(sum.path("name").asText(), of);
        }
    }

    /**
     * Returns the interval since the previous call.
     *
     * @param wallNanos wall time since the start of the program, ns
     * @param enabledNanos part of the wall time in which the counters were enabled, ns; {@code wallNanos} if nothing
     *     disabled them
     * @param runNanos running time of all tasks since then, summed, ns
     * @param counts counts since the start, by the names of the counters
     */
    public IntervalCounts next(long wallNanos, long enabledNanos, long runNanos, Map<String, CountSoFar> counts) {
        long wall = Math.max(wallNanos, wallBefore);
        long enabled = Math.min(wall - wallBefore, Math.max(0, enabledNanos - enabledBefore));
        isCounting = enabled > 0 || wall == wallBefore;
        double wallSeconds = enabled / NANOS_PER_SECOND;
        double runSeconds = (runNanos - runBefore) / NANOS_PER_SECOND;
        List<IntervalCount> all = new ArrayList<>();
        for (EventInfo event : metadata.events()) {
            boolean overWall = event.overWallTime() || metadata.cpuWide();
            all.add(count(event, counts, overWall ? wallSeconds : runSeconds));
        }
        double[] estimates = all.stream().mapToDouble(IntervalCount::estimate).toArray();
        List<IntervalMetric> values = new ArrayList<>();
        for (BoundMetric metric : metrics) {
            double value = metric.of(estimates, runNanos - runBefore, enabled);
            if (Double.isFinite(value)) {
                values.add(new IntervalMetric(metric.metric().name(), value));
            }
        }
        IntervalCounts interval = new IntervalCounts(wallBefore, wall, enabled, runNanos - runBefore, all, values);
        before = Map.copyOf(counts);
        wallBefore = wall;
        runBefore = runNanos;
        enabledBefore = Math.max(enabledBefore, enabledNanos);
        return interval;
    }

    private IntervalCount count(EventInfo event, Map<String, CountSoFar> counts, double seconds) {
        IntervalCount unknown = new IntervalCount(event, null, 0, 1, Double.NaN);
        if (!event.counted() || !isCounting) {
            return unknown;
        }
        long counted = 0;
        long running = Long.MAX_VALUE;
        double share = 1;
        for (String name : summands.getOrDefault(event.name(), List.of(event.name()))) {
            CountSoFar to = counts.get(name);
            CountSoFar from = before.getOrDefault(name, NOTHING);
            // A counter that failed has no final count.
            if (to == null || to.value() < from.value()) {
                return unknown;
            }
            long enabledNow = to.enabledNanos() - from.enabledNanos();
            long runningNow = to.runningNanos() - from.runningNanos();
            if (enabledNow > 0 && runningNow <= 0) {
                return unknown;
            }
            counted += to.value() - from.value();
            running = Math.min(running, Math.max(0, runningNow));
            share = enabledNow <= 0 ? share : Math.min(share, (double) runningNow / enabledNow);
        }
        double rate = seconds > 0 ? counted / share / seconds : counted == 0 ? 0 : Double.NaN;
        return new IntervalCount(event, counted, running, share, rate);
    }
}
