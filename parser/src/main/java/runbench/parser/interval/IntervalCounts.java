package runbench.parser.interval;

import java.util.List;
import runbench.parser.record.EventInfo;

/**
 * The counts of one interval of wall time.
 *
 * @param fromNanos start of the interval since the start of the program, ns
 * @param toNanos end of the interval, ns
 * @param countedNanos part of the interval in which the counters were enabled, ns
 * @param runNanos running time of all tasks in the interval, summed, ns
 * @param counts counts of all requested events, in the order of the recording
 * @param metrics the requested metrics that the counts of the interval define
 */
public record IntervalCounts(long fromNanos, long toNanos, long countedNanos, long runNanos, List<IntervalCount> counts,
        List<IntervalMetric> metrics) {
    public IntervalCounts {
        counts = List.copyOf(counts);
        metrics = List.copyOf(metrics);
    }

    /** Returns the share of the interval in which the counters were enabled, 0..1. */
    public double countedShare() {
        return toNanos > fromNanos ? Math.min(1, (double) countedNanos / (toNanos - fromNanos)) : 1;
    }

    /**
     * The count of an event in an interval.
     *
     * @param event the event
     * @param counted number of counts; null if the event was not counted in the interval
     * @param runningNanos time for which the event was on a counter, summed over tasks, ns
     * @param share share of the running time in which the event was counted, 0..1; below 1 if it was multiplexed
     * @param rate estimated counts per second of the running time of the tasks, or of wall time for clocks, for events
     *     of sockets and for observed CPUs; NaN if unknown
     */
    public record IntervalCount(EventInfo event, Long counted, long runningNanos, double share, double rate) {
        /** Returns whether the count is scaled, because the event was counted in a part of the time only. */
        public boolean isEstimate() {
            return counted != null && share < 1;
        }

        /** Returns the count, scaled to the whole running time if it is an estimate; NaN if it is unknown. */
        public double estimate() {
            return counted == null ? Double.NaN : counted / share;
        }
    }

    /**
     * A metric of an interval.
     *
     * @param name name in options: {@code ipc}
     * @param value value in its unit
     */
    public record IntervalMetric(String name, double value) {}
}
