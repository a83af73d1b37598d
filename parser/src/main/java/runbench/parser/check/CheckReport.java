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
 * @param machine which one: processor, microcode, kernel
 * @param counted by what: the machine's own counters, or in emulation
 * @param checkedUtc ISO 8601
 * @param kernels that ran, with their meaning
 * @param skipped kernels that cannot run there, with the reason
 */
public record CheckReport(Map<String, String> machine, String counted, String checkedUtc, Map<String, String> kernels,
        Map<String, String> skipped, List<CheckedItem> events, List<CheckedItem> metrics) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    public CheckReport {
        events = List.copyOf(events);
        metrics = List.copyOf(metrics);
    }

    /** Whether something was outside its bounds. */
    public boolean anyOff() {
        return events.stream().anyMatch(e -> e.verdict() == CheckVerdict.OFF)
                || metrics.stream().anyMatch(m -> m.verdict() == CheckVerdict.OFF);
    }

    public void write(Path file) throws IOException {
        OutputFile.write(file, JSON.writeValueAsString(OutputFormat.KEPT_CHECKS.named(JSON.valueToTree(this))) + "\n");
    }

    /** Empty where there is none, or none of this version's form: the machine is then taken as not checked. */
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

    /** What came of holding an event or a metric against kernels of known counts. */
    public enum CheckVerdict implements Labeled {
        /** Inside the bounds of every kernel that tells it. */
        OK("ok"),
        /** Outside the bounds of one kernel at least. */
        OFF("off"),
        /** Not counted on this machine, so that there was nothing to check. */
        NOT_COUNTABLE("not countable"),
        /** No kernel that runs here tells what it should be. */
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
