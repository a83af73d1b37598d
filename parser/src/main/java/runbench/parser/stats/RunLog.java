package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The parts of a program's own log that a summary needs.
 *
 * @param events in all
 * @param points of these, neither begin nor end of anything
 * @param files that they lie in
 * @param intervals regions and states, in the order of their begin
 * @param remarks what of the log is damaged, dropped or missing
 */
public record RunLog(long events, long points, int files, List<Interval> intervals, List<String> remarks) {
    public static final RunLog NONE = new RunLog(0, 0, 0, List.of(), List.of());

    /**
     * A region of a thread, or a state of a process.
     *
     * @param tid the thread; {@link #ALL_THREADS} for a state
     * @param depth regions of the thread around it
     * @param fromNanos CLOCK_MONOTONIC
     * @param ended false where the log does not say when it ended
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
     * @param events in all
     * @param points of these, neither begin nor end of anything
     * @param edges in words: how counts were given to regions
     * @param regions those with most time first
     * @param remarks what of the log is damaged, dropped or missing
     */
    public record LoggedSummary(long events, long points, int files, String edges, List<RegionSummary> regions,
            List<String> remarks) {}

    /**
     * A region or state of the program, over all threads.
     *
     * @param count how often it was begun
     * @param open of these, how often the log does not say when it ended
     * @param totalS time in it, added up over threads; where it lies within itself, once
     * @param longestS the longest single one
     * @param events what was counted in it; empty where the counts cannot be told apart by time and thread
     */
    public record RegionSummary(String name, String kind, long count, long open, @JsonProperty("total_s") double totalS,
            @JsonProperty("shortest_s") double shortestS, @JsonProperty("longest_s") double longestS,
            List<RegionCount> events) {
        /**
         * Of one event. Samples do not begin and end with regions: a sampling period that lies partly within is shared
         * out by time, and certain is only what lies between the bounds.
         *
         * @param count of whole periods, and of others by their share; an estimate where the event was multiplexed
         * @param atLeast of whole periods alone
         * @param atMost with all of the periods that lie partly within
         */
        public record RegionCount(String event, double count, @JsonProperty("at_least") double atLeast,
                @JsonProperty("at_most") double atMost) {}
    }
}
