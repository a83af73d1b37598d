package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * The intervals that represent a task.
 *
 * @param task its number in the recording
 * @param intervals how many it has
 * @param length instructions of an interval; the last one is shorter
 * @param instructions of all
 * @param blocks distinct blocks of code that were executed
 * @param starts instructions before each interval
 * @param clusterOf cluster of each interval
 * @param measured intervals, from 0, that were drawn to be measured
 * @param estimates the event that the error was asked of comes first
 * @param repeated null where the drawing was not repeated
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TaskIntervals(int task, int intervals, long length, long instructions, int blocks, List<Long> starts,
        List<Integer> clusterOf, List<IntervalCluster> clusters, List<Integer> measured, List<EventEstimate> estimates,
        Repeated repeated) {
    public TaskIntervals {
        if (starts.size() != intervals || clusterOf.size() != intervals
                || clusters.stream().anyMatch(c -> c.representative() < 0 || c.representative() >= intervals)) {
            throw new IllegalArgumentException("task " + task + ": not of " + intervals + " intervals");
        }
    }

    /**
     * The same with other random numbers, of the first event.
     *
     * @param draws how often
     * @param held share of them in which the interval held
     * @param worst largest relative error
     * @param beyond share of them whose error was larger than what was asked for
     * @param measured share of the intervals that were measured, mean
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Repeated(int draws, double held, double worst, double beyond, double measured) {}

    @JsonProperty("measured_share")
    public double measuredShare() {
        return (double) measured.size() / intervals;
    }
}
