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
import java.util.Set;
import runbench.base.error.RunbenchException;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.signature.SignatureFiles;

/**
 * A traced run of one workload: its relevant phases. Times are seconds.
 *
 * @param value value of the workload's parameter
 * @param source place of the data
 * @param level level of its phases, as in {@link Signature.Trace}
 * @param teaS time of the whole run
 * @param phases phases by their matching key
 */
public record WorkloadRun(double value, String source, String level, int ranks, double teaS, Map<String, Seen> phases) {
    private static final double NANOS = 1e9;

    /**
     * A phase of the run.
     *
     * @param meanS mean time of an occurrence
     */
    public record Seen(String label, String description, long weight, double meanS) {}

    /**
     * Reads a run.
     *
     * @param place a signature, or the folder of an analysed trace
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
                    .remedy("runbench pas2p analyze RUN writes it; a signature works as well")
                    .causedBy(e);
        }
    }

    /** Returns the keys of a signature's phases, in its order. */
    static List<String> keys(Signature s) {
        Phases phases = new Phases();
        s.phases().forEach(p -> phases.add(p.shape(), new Seen(p.label(), p.description(), p.weight(), p.meanS())));
        return phases.keys;
    }

    /** Returns a workload as displayed text. */
    public static String text(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /**
     * Returns the time outside some phases, s.
     *
     * @param keys matching keys of the phases
     */
    double residualS(Set<String> keys) {
        return Math.max(0, teaS - keys.stream().map(phases::get).mapToDouble(p -> p.weight() * p.meanS()).sum());
    }

    /**
     * Matching keys of phases. Phases of the same shape differ in their volumes, which grow with the workload; their
     * order distinguishes them.
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
