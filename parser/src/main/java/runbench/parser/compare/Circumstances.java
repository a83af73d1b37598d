package runbench.parser.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    private record Fact(Difference.About about, String value) {}

    private final Map<String, Fact> facts = new LinkedHashMap<>();

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
            facts.put(name, new Fact(about, value));
        }
    }

    /**
     * Returns the facts that differ between the runs of A and of B. A fact that is unknown on one side is no
     * difference.
     */
    public static List<Difference> between(List<Circumstances> a, List<Circumstances> b) {
        Set<String> names = new LinkedHashSet<>();
        a.forEach(c -> names.addAll(c.facts.keySet()));
        List<Difference> all = new ArrayList<>();
        for (String name : names) {
            List<String> ofA = values(name, a);
            List<String> ofB = values(name, b);
            if (!ofA.isEmpty() && !ofB.isEmpty() && !ofA.equals(ofB)) {
                all.add(new Difference(name,
                        a.stream().map(c -> c.facts.get(name)).filter(f -> f != null).findFirst().orElseThrow().about(),
                        ofA, ofB));
            }
        }
        return List.copyOf(all);
    }

    private static List<String> values(String name, List<Circumstances> runs) {
        TreeSet<String> values = new TreeSet<>();
        runs.stream().map(c -> c.facts.get(name)).filter(f -> f != null).forEach(f -> values.add(f.value()));
        return List.copyOf(values);
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
