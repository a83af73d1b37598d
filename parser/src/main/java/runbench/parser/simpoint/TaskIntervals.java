package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * The intervals that represent a task.
 *
 * @param task number of the task in the recording
 * @param intervals number of intervals
 * @param length instructions per interval; the last one is shorter
 * @param instructions instructions of all intervals
 * @param blocks number of distinct executed blocks of code
 * @param starts instructions before each interval
 * @param clusterOf cluster of each interval
 * @param measured numbers, from 0, of the intervals that were drawn to be measured
 * @param estimates estimates of the events, first the event to which the requested error applies
 * @param repeated result of repeated draws; null if the draw was not repeated
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
     * The result of repeated draws with other random numbers, for the first event.
     *
     * @param draws number of draws
     * @param held share of the draws whose interval contains the true value
     * @param worst largest relative error
     * @param beyond share of the draws whose error exceeds the requested error
     * @param measured mean share of the intervals that were measured
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Repeated(int draws, double held, double worst, double beyond, double measured) {}

    @JsonProperty("measured_share")
    public double measuredShare() {
        return (double) measured.size() / intervals;
    }
}
