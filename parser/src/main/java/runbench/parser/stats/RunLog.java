package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The parts of a program's own log that a summary needs.
 *
 * @param events number of all events
 * @param points number of events that neither begin nor end a region
 * @param files that they lie in
 * @param intervals regions and states, in the order of their begin
 * @param remarks damaged, dropped or missing parts of the log
 */
public record RunLog(long events, long points, int files, List<Interval> intervals, List<String> remarks) {
    public static final RunLog NONE = new RunLog(0, 0, 0, List.of(), List.of());

    /**
     * A region of a thread, or a state of a process.
     *
     * @param tid the thread; {@link #ALL_THREADS} for a state
     * @param depth regions of the thread around it
     * @param fromNanos CLOCK_MONOTONIC
     * @param ended false if the log does not contain its end
     */
    public record Interval(String name, String kind, int tid, int depth, long fromNanos, long toNanos, boolean ended) {
        public static final int ALL_THREADS = -1;
    }

    public boolean isEmpty() {
        return files == 0 && remarks.isEmpty();
    }

    /**
     * The program's own log in the run's summary.
     *
     * @param events number of all events
     * @param points number of events that neither begin nor end a region
     * @param edges description of how counts were assigned to regions
     * @param regions regions, longest total time first
     * @param remarks damaged, dropped or missing parts of the log
     */
    public record LoggedSummary(long events, long points, int files, String edges, List<RegionSummary> regions,
            List<String> remarks) {}

    /**
     * A region or state of the program, over all threads.
     *
     * @param count number of occurrences
     * @param open number of these without an end in the log
     * @param totalS time in it, s, summed over threads; nested occurrences count once
     * @param shortestS shortest occurrence, s
     * @param longestS longest occurrence, s
     * @param events counts in it; empty if the counts cannot be divided by time and thread
     */
    public record RegionSummary(String name, String kind, long count, long open, @JsonProperty("total_s") double totalS,
            @JsonProperty("shortest_s") double shortestS, @JsonProperty("longest_s") double longestS,
            List<RegionCount> events) {
        /**
         * The count of one event in a region. Samples do not begin and end with regions: the count of a period that is
         * partly within is divided by time. Only the bounds are guaranteed.
         *
         * @param event name
         * @param count count of whole periods, plus the share of others; an estimate if the event was multiplexed
         * @param atLeast count of whole periods alone
         * @param atMost count of all periods that are at least partly within
         */
        public record RegionCount(String event, double count, @JsonProperty("at_least") double atLeast,
                @JsonProperty("at_most") double atMost) {}
    }
}
