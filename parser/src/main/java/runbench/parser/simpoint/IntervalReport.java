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
 * @param error asked for: half of the interval's width, relative
 * @param confidence of the interval
 * @param dimensions of the projected vectors
 * @param counters events by which intervals were told apart, besides
 * @param counterWeight variance of each, as a share of the vectors' variance
 * @param tasks those with most instructions first
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IntervalReport(double error, double confidence, int dimensions, List<String> counters,
        double counterWeight, List<TaskIntervals> tasks) {
    private static final ObjectMapper JSON = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** As runbench simpoints --json prints it. */
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
