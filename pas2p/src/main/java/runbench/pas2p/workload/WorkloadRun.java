package runbench.pas2p.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.signature.SignatureFiles;

/**
 * A traced run of one workload: its relevant phases. Seconds.
 *
 * @param value of the workload's parameter
 * @param source where it was read
 * @param level what its phases are, as in {@link Signature.Trace}
 * @param teaS of the whole run
 * @param phases by what they are matched by
 */
public record WorkloadRun(double value, String source, String level, int ranks, double teaS, Map<String, Seen> phases) {
    private static final double NANOS = 1e9;

    /** A phase of it. @param meanS of an occurrence */
    public record Seen(String label, String description, long weight, double meanS) {}

    /**
     * @param place a signature, or the folder that a trace was analysed into
     * @throws RunbenchException it is neither
     */
    public static WorkloadRun of(Path place, double value) {
        Path analysis = Files.isDirectory(place) ? place.resolve(PhaseReport.JSON_FILE) : place;
        return Files.isDirectory(place) || place.endsWith(PhaseReport.JSON_FILE) ? analysed(analysis, value)
                : of(SignatureFiles.signature(place), place.toString(), value);
    }

    static WorkloadRun of(Signature s, String source, double value) {
        Phases phases = new Phases();
        s.phases()
                .stream()
                .filter(Signature.SignedPhase::relevant)
                .forEach(p -> phases.add(p.shape(), new Seen(p.label(), p.description(), p.weight(), p.meanS())));
        return new WorkloadRun(value, source, s.trace().level(), s.ranks(), s.trace().teaS(), phases.byKey);
    }

    private static WorkloadRun analysed(Path file, double value) {
        try {
            JsonNode all = new ObjectMapper().readTree(file.toFile());
            Phases phases = new Phases();
            for (JsonNode p : all.path("phases")) {
                if (p.path("relevant").asBoolean()) {
                    long weight = p.path("weight").asLong();
                    phases.add(p.path("shape").asText(),
                            new Seen(p.path("label").asText(), p.path("description").asText(), weight,
                                    p.path("frontier_total_ns").asDouble() / NANOS / weight));
                }
            }
            return new WorkloadRun(value, file.toString(), SignedLevel.PHASES, all.path("run").path("ranks").asInt(),
                    all.path("run_ns").asDouble() / NANOS, phases.byKey);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage())
                    .remedy("runbench pas2p analyze RUN writes it; a signature will do, too")
                    .causedBy(e);
        }
    }

    /** Keys of a signature's phases, in its order. */
    static List<String> keys(Signature s) {
        Phases phases = new Phases();
        s.phases().forEach(p -> phases.add(p.shape(), new Seen(p.label(), p.description(), p.weight(), p.meanS())));
        return phases.keys;
    }

    /** A workload as people write it. */
    public static String text(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    double residualS() {
        return Math.max(0, teaS - phases.values().stream().mapToDouble(p -> p.weight() * p.meanS()).sum());
    }

    /**
     * Phases of the same shape differ in their volumes, which grow with the workload: they are told apart by their
     * order.
     */
    private static final class Phases {
        private final Map<String, Seen> byKey = new LinkedHashMap<>();
        private final List<String> keys = new ArrayList<>();
        private final Map<String, Integer> seen = new HashMap<>();

        void add(String shape, Seen phase) {
            int n = seen.merge(shape.isEmpty() ? phase.label() : shape, 1, Integer::sum);
            String key = (shape.isEmpty() ? phase.label() : shape) + (n > 1 ? " (" + n + ")" : "");
            byKey.put(key, phase);
            keys.add(key);
        }
    }
}
