package runbench.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.parser.claim.Claim;

/** Reads the entries of one catalogue file. */
final class EntryReader {
    private static final double DEFAULT_TIMEOUT_S = 3600;
    private final String file;
    private final String text;

    EntryReader(String file, String text) {
        this.file = file;
        this.text = text;
    }

    List<Entry> read() {
        KeyLocator locator = new KeyLocator(text);
        JsonNode tree = parse();
        Table top = new Table(tree, file, locator, "", null);
        List<Entry> entries = new ArrayList<>();
        JsonNode bench = top.has("bench") ? tree.get("bench") : null;
        if (bench == null) {
            throw RunbenchException.badInput(file + ": holds no benchmark")
                    .remedy("start an entry with [bench.\"my.name\"]");
        }
        Table all = new Table(bench, file, locator, "bench", null);
        for (String id : all.names()) {
            entries.add(entry(id, section(bench, id, locator)));
        }
        top.finish();
        return entries;
    }

    private JsonNode parse() {
        try {
            return new TomlMapper().readTree(text);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw RunbenchException.badInput(file + ":" + line + ": not TOML: " + e.getOriginalMessage())
                    .remedy("compare with the entries that 'runbench show 403.gcc --json' prints; ids are quoted: "
                            + "[bench.\"my.name\"]")
                    .causedBy(e);
        }
    }

    private Table section(JsonNode bench, String id, KeyLocator locator) {
        if (!bench.get(id).isObject()) {
            throw new Table(bench, file, locator, "bench", null).error(id, "must be a table",
                    "write [bench.\"" + id + "\"]");
        }
        return new Table(bench.get(id), file, locator, "bench.\"" + id + "\"", null);
    }

    private Entry entry(String id, Table t) {
        Double reference = t.numberOr("reference-s", null);
        Entry entry = new Entry(id, t.textsOr("aliases", List.of()), t.textOr("suite", "own"), t.textOr("group", null),
                t.text("title"), t.textsOr("languages", List.of()), t.textOr("area", null), t.textOr("source", null),
                reference,
                variant(t.section("spec"), Likeness.ORIGINAL, reference == null ? DEFAULT_TIMEOUT_S : reference),
                variant(t.section("open"), null, DEFAULT_TIMEOUT_S),
                variant(t.section("own"), Likeness.OWN, DEFAULT_TIMEOUT_S), t.textOr("no-open", null), file);
        t.finish();
        if (entry.spec() == null && entry.open() == null && entry.own() == null) {
            throw t.error("spec, open or own", "is missing: the entry cannot be run",
                    "add [bench.\"" + id + "\".own] with executables and runs");
        }
        return entry;
    }

    /** @param fixed relation to the original; null: the key {@code kind}, or what the program's place suggests */
    private Variant variant(Table t, Likeness fixed, double timeoutS) {
        if (t == null) {
            return null;
        }
        Run base = run(t, new Run("", null, List.of(), List.of(), List.of(), null, null, Map.of(), List.of(), List.of(),
                List.of(), 0, timeoutS, null, null));
        String label = t.textOr("label", null);
        Likeness likeness = fixed == null ? likeness(t) : fixed;
        Table version = t.inline("version");
        Variant.VersionQuery query = null;
        if (version != null) {
            query = new Variant.VersionQuery(version.textsOr("command", List.of("${exe}", "--version")),
                    version.text("matches"));
            version.finish();
        }
        List<List<String>> programs = t.textListsOr("programs", List.of());
        List<List<String>> requires = t.textListsOr("requires", List.of());
        List<String> cpuFlags = t.textsOr("cpu-flags", List.of());
        List<String> packages = t.textsOr("packages", List.of());
        List<Run> runs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Table r : t.tables("runs")) {
            String name = r.text("name");
            if (!names.add(name)) {
                throw r.error("name", "is used twice", "give every run a name of its own");
            }
            Run run = run(r, base);
            r.finish();
            runs.add(run);
        }
        if (runs.isEmpty()) {
            throw t.error("runs", "is missing or empty", "add runs = [ { name = \"default\", argv = [\"...\"] } ]");
        }
        String defaultRun = t.textOr("default", runs.get(0).name());
        if (!names.contains(defaultRun)) {
            throw t.error("default", "names no run: " + defaultRun,
                    NearestNames.didYouMean(defaultRun, names, "runs: " + String.join(", ", names)));
        }
        List<Claim> claims = t.tables("claims").stream().map(Characterizations::claim).toList();
        String shows = claims.isEmpty() ? t.textOr("shows", null) : t.text("shows");
        t.finish();
        for (Run run : runs) {
            if (run.executables().isEmpty() && run.locate().isEmpty()) {
                throw t.error("executables", "is missing", "add executables = [\"program\"]");
            }
        }
        return new Variant(label, likeness, query, programs, requires, cpuFlags, packages, defaultRun,
                List.copyOf(runs), shows, claims);
    }

    /** Returns the stated relation to the original; without one: a kernel if Runbench builds it, else the same kind. */
    private static Likeness likeness(Table t) {
        List<Likeness> ofStandIns = List.of(Likeness.SAME_PROGRAM, Likeness.SAME_KIND, Likeness.KERNEL);
        boolean built = t.textsOr("executables", List.of()).stream().anyMatch(e -> e.startsWith("${home}"));
        String word = t.textOr("kind", (built ? Likeness.KERNEL : Likeness.SAME_KIND).word());
        return ofStandIns.stream()
                .filter(l -> l.word().equals(word))
                .findFirst()
                .orElseThrow(() -> t.error("kind", "is not known: " + word,
                        "kinds of stand-ins: " + String.join(", ", ofStandIns.stream().map(Likeness::word).toList())));
    }

    private static Run run(Table t, Run base) {
        return new Run(t.textOr("name", base.name()), t.textOr("note", base.label()),
                t.textsOr("executables", base.executables()),
                t.textListsOr("locate", t.has("executables") ? List.of() : base.locate()),
                t.textsOr("argv", base.argv()), t.textOr("stdin", base.stdin()), t.textOr("stdout", base.stdout()),
                t.textMapOr("env", base.env()), t.textListsOr("inputs", base.inputs()),
                t.has("prepare") ? StepReader.steps(t) : base.prepare(),
                t.has("verify") ? StepReader.checks(t) : base.verify(),
                (int) t.integerOr("expected-exit", base.expectedExit()), t.numberOr("timeout-s", base.timeoutS()),
                t.numberOr("seconds", base.seconds()), t.numberOr("memory-mib", base.memoryMib()));
    }
}
