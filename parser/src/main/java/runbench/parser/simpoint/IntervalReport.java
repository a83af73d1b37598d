package runbench.parser.simpoint;

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
}
