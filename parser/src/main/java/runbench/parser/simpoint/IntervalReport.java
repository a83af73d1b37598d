package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;

/**
 * The intervals that represent a run.
 *
 * @param error requested error: half of the interval's width, relative
 * @param confidence confidence of the interval, 0..1
 * @param dimensions number of dimensions of the projected vectors
 * @param counters events that were used in addition to the vectors to compare intervals
 * @param counterWeight variance of each counter, as a share of the vectors' variance
 * @param tasks tasks in descending order of instructions
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IntervalReport(double error, double confidence, int dimensions, List<String> counters,
        double counterWeight, List<TaskIntervals> tasks) {
    private static final ObjectMapper JSON = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** Writes the report as {@code runbench simpoints --json} prints it. */
    void write(Path file) {
        try {
            OutputFile.write(file, OutputFormat.SIMPOINTS.named(JSON.valueToTree(this)) + "\n");
        } catch (IOException e) {
            throw ChosenFiles.unwritten(file.getParent(), e);
        }
    }

    static Optional<IntervalReport> read(Path file) {
        try {
            JsonNode kept = JSON.readTree(file.toFile());
            boolean ours = kept.path("version").asInt() == OutputFormat.SIMPOINTS.version()
                    && kept.path("tasks").findValue("starts") != null;
            return ours ? Optional.of(JSON.treeToValue(kept, IntervalReport.class)) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

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
            List<Integer> clusterOf, List<IntervalCluster> clusters, List<Integer> measured,
            List<EventEstimate> estimates, Repeated repeated) {
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
}
