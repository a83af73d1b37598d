package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

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
     * Of one event. Samples do not begin and end with regions: a sampling period that lies partly within is shared out
     * by time, and certain is only what lies between the bounds.
     *
     * @param count of whole periods, and of others by their share; an estimate where the event was multiplexed
     * @param atLeast of whole periods alone
     * @param atMost with all of the periods that lie partly within
     */
    public record RegionCount(String event, double count, @JsonProperty("at_least") double atLeast,
            @JsonProperty("at_most") double atMost) {}
}
