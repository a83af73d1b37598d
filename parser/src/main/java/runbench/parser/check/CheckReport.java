package runbench.parser.check;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.parser.record.Labeled;

/**
 * A check of a machine's events and metrics.
 *
 * @param machine identity of the machine: processor, microcode, kernel
 * @param counted source of the counts: the machine's own counters, or emulation
 * @param checkedUtc time of the check, ISO 8601
 * @param kernels kernels that ran, with their meaning
 * @param skipped kernels that cannot run on the machine, with the reason
 * @param events results of the events
 * @param metrics results of the metrics
 */
public record CheckReport(Map<String, String> machine, String counted, String checkedUtc, Map<String, String> kernels,
        Map<String, String> skipped, List<CheckedItem> events, List<CheckedItem> metrics) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    public CheckReport {
        events = List.copyOf(events);
        metrics = List.copyOf(metrics);
    }

    /** Returns whether an event or metric was outside its bounds. */
    public boolean anyOff() {
        return events.stream().anyMatch(e -> e.verdict() == CheckVerdict.OFF)
                || metrics.stream().anyMatch(m -> m.verdict() == CheckVerdict.OFF);
    }

    public void write(Path file) throws IOException {
        OutputFile.write(file, JSON.writeValueAsString(OutputFormat.KEPT_CHECKS.named(JSON.valueToTree(this))) + "\n");
    }

    /**
     * Reads a report. The result is empty if the file is missing or has another format: the machine is then not
     * checked.
     */
    public static Optional<CheckReport> read(Path file) {
        try {
            return Files.exists(file) ? Optional.of(JSON.readValue(file.toFile(), CheckReport.class))
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The result of checking an event or metric against kernels of known counts. */
    public enum CheckVerdict implements Labeled {
        /** Inside the bounds of every kernel that defines the count. */
        OK("ok"),
        /** Outside the bounds of at least one kernel. */
        OFF("off"),
        /** Not counted on this machine. */
        NOT_COUNTABLE("not countable"),
        /** No kernel that runs on this machine defines the count. */
        NOT_CHECKED("not checked");

        private final String label;

        CheckVerdict(String label) {
            this.label = label;
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }

        static CheckVerdict of(String label) {
            return Arrays.stream(values()).filter(v -> v.label.equals(label)).findFirst().orElse(NOT_CHECKED);
        }
    }
}
