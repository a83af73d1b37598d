package runbench.parser.simpoint;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * Intervals that are alike.
 *
 * @param cluster from 0, in the order of appearance
 * @param share of the task's instructions, 0..1
 * @param representative interval nearest to the mean, from 0
 * @param from instructions before that
 * @param function where most of its instructions are; empty where that has no name
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IntervalCluster(int cluster, int intervals, double share, int representative, long from,
        String function) {}
