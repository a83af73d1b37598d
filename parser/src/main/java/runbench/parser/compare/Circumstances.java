package runbench.parser.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import runbench.base.quantity.Durations;
import runbench.parser.stats.RunSummary;

/** The circumstances of a run: program, measurement and machine. */
public final class Circumstances {
    private static final List<String> STATE = List.of("governors", "frequency_driver", "boost", "smt", "aslr",
            "huge_pages", "numa_balancing", "microcode", "cpus_online");

    /** Length of a printed digest. */
    private static final int IDENTITY_CHARS = 12;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{" + IDENTITY_CHARS + ",}");

    /**
     * One fact about the runs of one side.
     *
     * @param name of the fact: {@code kernel}, {@code governor}
     * @param about subject of the fact
     * @param values different values of the runs, sorted
     */
    public record Fact(String name, Difference.About about, List<String> values) {}

    private record Value(Difference.About about, String text) {}

    private final Map<String, Value> facts = new LinkedHashMap<>();

    private Circumstances() {
    }

    public static Circumstances of(RunSummary s) {
        Circumstances c = new Circumstances();
        RunSummary.Provenance p = s.provenance();
        JsonNode run = p.run() == null ? MissingNode.getInstance() : p.run();
        c.put(Difference.About.PROGRAM, "program",
                s.label() == null || s.label().isEmpty() ? s.benchmark() : s.label());
        c.put(Difference.About.MEASUREMENT, "sampling period", Durations.typed(s.periodNs()));
        c.put(Difference.About.MEASUREMENT, "mode", s.mode().label());
        c.put(Difference.About.MEASUREMENT, "scope", p.scope().label());
        c.put(Difference.About.MEASUREMENT, "counted by", s.source() == null ? null : s.source().label());
        c.put(Difference.About.MEASUREMENT, "emulated processor", s.emulated() == null ? null : s.emulated().words());
        c.put(Difference.About.MEASUREMENT, "events", run.path("events_asked").asText(null));
        c.put(Difference.About.MEASUREMENT, "runbench", run.path("runbench").asText(null));
        c.put(Difference.About.MEASUREMENT, "java", run.path("java").asText(null));
        c.put(Difference.About.MACHINE, "processor", p.machine());
        c.put(Difference.About.MACHINE, "CPUs", String.valueOf(p.cpus()));
        c.put(Difference.About.MACHINE, "kernel", p.kernel());
        JsonNode state = run.path("machine_state");
        STATE.forEach(key -> c.put(Difference.About.MACHINE, key.replace('_', ' '), text(state.path(key))));
        state.path("limits")
                .forEachEntry((key, limit) -> c.put(Difference.About.MACHINE, "limit of " + key.replace('_', ' '),
                        text(limit)));
        return c;
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            List<String> words = new ArrayList<>();
            value.forEach(v -> words.add(v.asText()));
            return String.join(", ", words);
        }
        return value.isMissingNode() || value.isNull() ? null : value.asText();
    }

    /**
     * Adds the digests of the executed files.
     *
     * @param digests of the executables; SHA-256; empty if unknown
     * @return this
     */
    public Circumstances executables(List<String> digests) {
        put(Difference.About.PROGRAM, "executables (SHA-256)", digests.isEmpty() ? null : String.join(" ", digests));
        return this;
    }

    /**
     * Adds a fact about files of the program, each by its name.
     *
     * @param kind the fact: executable, library, compiler
     * @param identities digest, build id or compiler, by path
     * @return this
     */
    public Circumstances files(String kind, Map<String, String> identities) {
        identities.forEach((path, identity) -> put(Difference.About.PROGRAM,
                kind + " " + path.substring(path.lastIndexOf('/') + 1), shortened(identity)));
        return this;
    }

    private static String shortened(String identity) {
        return DIGEST.matcher(identity).matches() ? identity.substring(0, IDENTITY_CHARS) : identity;
    }

    private void put(Difference.About about, String name, String value) {
        if (value != null && !value.isEmpty()) {
            facts.put(name, new Value(about, value));
        }
    }

    /** Returns the facts of the runs of one side. A fact that is unknown in all runs is absent. */
    public static List<Fact> facts(List<Circumstances> runs) {
        Map<String, Difference.About> names = new LinkedHashMap<>();
        runs.forEach(c -> c.facts.forEach((name, value) -> names.putIfAbsent(name, value.about())));
        return names.entrySet()
                .stream()
                .map(e -> new Fact(e.getKey(), e.getValue(),
                        runs.stream()
                                .map(c -> c.facts.get(e.getKey()))
                                .filter(Objects::nonNull)
                                .map(Value::text)
                                .distinct()
                                .sorted()
                                .toList()))
                .toList();
    }

    /**
     * Returns the facts that differ between the runs of A and of B. A fact that is unknown on one side is no
     * difference.
     */
    public static List<Difference> between(List<Fact> a, List<Fact> b) {
        Map<String, Fact> ofB = new LinkedHashMap<>();
        b.forEach(fact -> ofB.put(fact.name(), fact));
        return a.stream()
                .filter(fact -> ofB.containsKey(fact.name()) && !ofB.get(fact.name()).values().equals(fact.values()))
                .map(fact -> new Difference(fact.name(), fact.about(), fact.values(), ofB.get(fact.name()).values()))
                .toList();
    }

    /**
     * Returns whether more than one fact differs. One difference is intended: the program or one other fact. With more
     * than one, the cause of a result is unknown.
     */
    static boolean moreThanIntended(List<Difference> all) {
        boolean program = all.stream().anyMatch(d -> d.about() == Difference.About.PROGRAM);
        long others = all.stream().filter(d -> d.about() != Difference.About.PROGRAM).count();
        return program ? others > 0 : others > 1;
    }

    /**
     * A fact about the runs, other than counts, that differs between both sides.
     *
     * @param name of the fact: {@code kernel}, {@code governor}
     * @param about subject of the fact
     * @param a values of the runs of A; empty if unknown
     * @param b values of the runs of B; empty if unknown
     */
    public record Difference(String name, About about, List<String> a, List<String> b) {
        /** The subject of a fact. */
        public enum About {
            /** The program, which is usually the intended difference. */
            PROGRAM,
            /** The measurement. */
            MEASUREMENT,
            /** The machine and its state. */
            MACHINE
        }
    }
}
