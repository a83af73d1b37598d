package runbench.parser.roofline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.parser.roofline.Roof.RoofKind;

/**
 * The roofs of a machine.
 *
 * @param machine identity of the machine: host, processor, microcode, kernel
 * @param cpus number of CPUs on which all threads together ran
 * @param measuredUtc time of the measurement, ISO 8601
 * @param roofs measured roofs
 * @param skipped kernels that cannot run on the machine, with the reason
 */
public record Roofs(Map<String, String> machine, int cpus, String measuredUtc, List<Roof> roofs,
        Map<String, String> skipped) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    public Roofs {
        roofs = List.copyOf(roofs);
    }

    /** Returns the operation roofs of a precision for a number of threads, in descending order. */
    public List<Roof> operations(String precision, int threads) {
        return roofs.stream()
                .filter(r -> r.kind() == RoofKind.OPERATIONS && r.threads() == threads
                        && r.precision().equals(precision))
                .sorted(Comparator.comparingDouble(Roof::rate).reversed())
                .toList();
    }

    /** Returns the higher bandwidth of each level's kernels for a number of threads, from the first level outwards. */
    public List<Roof> bandwidths(int threads) {
        List<Roof> all = roofs.stream().filter(r -> r.kind() == RoofKind.BANDWIDTH && r.threads() == threads).toList();
        return all.stream()
                .map(Roof::label)
                .distinct()
                .map(level -> all.stream()
                        .filter(r -> r.label().equals(level))
                        .max(Comparator.comparingDouble(Roof::rate))
                        .orElseThrow())
                .toList();
    }

    /** Returns the thread counts for which roofs exist, in ascending order. */
    public List<Integer> threads() {
        return roofs.stream().map(Roof::threads).distinct().sorted().toList();
    }

    public void write(Path file) throws IOException {
        OutputFile.write(file, JSON.writeValueAsString(OutputFormat.ROOFS.named(JSON.valueToTree(this))) + "\n");
    }

    /**
     * Reads the roofs of a file.
     *
     * @return empty if the file does not exist, or has another version's format
     * @throws IOException the file cannot be read
     */
    public static Optional<Roofs> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(file.toFile(), Roofs.class))
                    .filter(r -> r.machine() != null && !r.roofs().isEmpty());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
