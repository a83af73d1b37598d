package runbench.parser.simpoint;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * A cluster of similar intervals.
 *
 * @param cluster number, from 0, in the order of appearance
 * @param intervals number of intervals
 * @param share share of the task's instructions, 0..1
 * @param representative number of the interval nearest to the mean, from 0
 * @param from instructions before the representative
 * @param function function with most of the representative's instructions; empty if it has no name
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IntervalCluster(int cluster, int intervals, double share, int representative, long from,
        String function) {}
