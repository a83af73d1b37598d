package runbench.measure.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Durations;
import runbench.measure.KeptRecord;
import runbench.measure.RunFolder;
import runbench.measure.RunOutcome;
import runbench.measure.RunRecord;
import runbench.measure.machine.Metrics;
import runbench.parser.compare.Baseline;
import runbench.parser.compare.Circumstances.Fact;
import runbench.parser.compare.Circumstances;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.DisturbedRuns;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.PrimaryRule;
import runbench.parser.compare.RunValues;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.RunView;

/** The runs of one side of a comparison, from a recording, a run's folder, a folder of runs, or a batch. */
public final class KeptRuns {
    /** Search depth: NAME/PERIOD/ in a batch, NAME/TIME/ in results. */
    private static final int DEPTH = 3;

    private final String name;
    private final String label;
    private final Map<String, String> parameters;
    private final boolean anyStatus;
    private final List<KeptRun> runs = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private KeptRuns(String name, String label, Map<String, String> parameters, boolean anyStatus) {
        this.name = name;
        this.label = label;
        this.parameters = parameters;
        this.anyStatus = anyStatus;
    }

    /**
     * Collects the runs of one side.
     *
     * @param name letter of the side, {@code A} for the first
     * @param label name of the program, or path of its runs
     * @param parameters value of each parameter of a sweep, by name; empty without one
     * @param paths recordings, folders of runs, or folders that contain such folders
     * @param anyStatus accept programs that ended with an exit status other than 0
     * @throws RunbenchException (bad input) there is nothing to compare
     */
    public static KeptRuns of(String name, String label, Map<String, String> parameters, List<Path> paths,
            boolean anyStatus) {
        KeptRuns side = new KeptRuns(name, label, parameters, anyStatus);
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw RunRecord.noSuchRun(path);
            }
            side.found(path).forEach(side::add);
        }
        if (side.runs.isEmpty()) {
            throw RunbenchException
                    .badInput("no finished run in " + paths.get(0)
                            + (side.leftOut.isEmpty() ? "" : "; " + side.leftOut.get(0)))
                    .remedy("name a run's folder (it holds run.json), or one with such in it: runbench compare A B");
        }
        side.runs.sort(
                Comparator.comparing(r -> r.values().started(), Comparator.nullsFirst(Comparator.naturalOrder())));
        return side;
    }

    private List<Path> found(Path path) {
        if (!Files.isDirectory(path) || KeptRun.isOne(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path, DEPTH)) {
            return all.filter(Files::isDirectory).filter(KeptRun::isOne).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw RunbenchException.badInput(path + ": cannot be looked through: " + e.getMessage()).causedBy(e);
        }
    }

    private void add(Path path) {
        KeptRun run = KeptRun.read(path);
        run.objection(anyStatus).ifPresentOrElse(leftOut::add, () -> runs.add(run));
    }

    private Set<String> kinds() {
        return new TreeSet<>(runs.stream().map(KeptRun::kind).toList());
    }

    /**
     * Compares two sides. The result is one comparison if each side has one kind of runs; for batches, one per kind
     * that both sides have.
     *
     * @param simultaneous number of comparisons that are decided together; 1 for two programs
     * @throws RunbenchException (bad input) the sides have no kind in common
     */
    public static List<NamedComparison> compare(KeptRuns a, KeptRuns b, CompareRequest request, Long seed,
            int simultaneous) {
        if (a.kinds().size() == 1 && b.kinds().size() == 1) {
            return List.of(compare(a.kinds().iterator().next(), a, a.runs, b, b.runs, request, seed, simultaneous));
        }
        Map<String, List<KeptRun>> ofB = new LinkedHashMap<>();
        b.runs.forEach(r -> ofB.computeIfAbsent(r.kind(), k -> new ArrayList<>()).add(r));
        List<NamedComparison> all = new ArrayList<>();
        for (String kind : a.kinds()) {
            if (ofB.containsKey(kind)) {
                List<KeptRun> ofA = a.runs.stream().filter(r -> r.kind().equals(kind)).toList();
                all.add(compare(kind, a, ofA, b, ofB.get(kind), request, seed, simultaneous));
            }
        }
        if (all.isEmpty()) {
            throw RunbenchException
                    .badInput("A and B have no benchmark at the same period in common: A has "
                            + String.join(", ", a.kinds()) + "; B has " + String.join(", ", b.kinds()))
                    .remedy("name the runs themselves: runbench compare A/RUN B/RUN");
        }
        return all;
    }

    /**
     * Returns the runs as a baseline for new ones.
     *
     * @throws RunbenchException (bad input) they are of several benchmarks or periods
     */
    Baseline baseline() {
        if (kinds().size() > 1) {
            throw RunbenchException.badInput("a baseline is runs of one program at one period, but " + label + " has "
                    + String.join(", ", kinds())).remedy("name the folder of the runs of one of them");
        }
        return new Baseline(label, runs.stream().map(KeptRun::values).toList(), facts(runs), null);
    }

    /**
     * Compares these runs with a baseline.
     *
     * @param primary the quantity that decides
     */
    NamedComparison comparedWith(Baseline baseline, PrimaryRule primary, double margin) {
        List<RunValues> values = runs.stream().map(KeptRun::values).toList();
        List<Fact> facts = facts(runs);
        Comparison found = new Comparer(Pairing.UNPAIRED, margin, primary.name())
                .compare(new Side("A", baseline.label(), baseline.runs(), Map.of(), baseline.circumstances()),
                        new Side(name, label, values, parameters, facts), null, leftOut)
                .with(Circumstances.between(baseline.circumstances(), facts), disturbed(runs))
                .chosenBy(primary.reason())
                .with(new RunOutputs("A", name).compare(
                        baseline.runs().stream().map(run -> Path.of(run.run())).toList(),
                        runs.stream().map(KeptRun::path).toList()), failures(name, runs).stream().toList());
        return new NamedComparison(kinds().iterator().next(), found,
                Stream.concat(baseline.runs().stream(), values.stream()).toList());
    }

    /** Returns the circumstances of a run that has just ended. */
    static Circumstances circumstances(RunOutcome outcome) {
        return KeptRun.read(outcome.folder().path()).circumstances();
    }

    private static List<Fact> facts(List<KeptRun> runs) {
        return Circumstances.facts(runs.stream().map(KeptRun::circumstances).toList());
    }

    private static List<DisturbedRuns> disturbed(List<KeptRun> runs) {
        Map<String, DisturbedRuns> all = new LinkedHashMap<>();
        runs.stream()
                .flatMap(r -> r.record().stream())
                .forEach(r -> r.disturbed()
                        .forEach((kind, detail) -> all.merge(kind, new DisturbedRuns(kind, detail, 1),
                                (first, one) -> new DisturbedRuns(kind, first.detail(), first.runs() + 1))));
        return List.copyOf(all.values());
    }

    private static NamedComparison compare(String kind, KeptRuns a, List<KeptRun> ofA, KeptRuns b, List<KeptRun> ofB,
            CompareRequest request, Long seed, int simultaneous) {
        List<RunValues> x = ofA.stream().map(KeptRun::values).toList();
        List<RunValues> y = ofB.stream().map(KeptRun::values).toList();
        PrimaryRule primary = request.primary() == null ? chosen(ofA, ofB) : new PrimaryRule(request.primary(), null);
        Comparer comparer = new Comparer(Pairing.of(x, y), request.margin(), primary.name(), simultaneous);
        List<Fact> factsOfA = facts(ofA);
        List<Fact> factsOfB = facts(ofB);
        Comparison found = comparer
                .compare(new Side(a.name, a.label, x, a.parameters, factsOfA),
                        new Side(b.name, b.label, y, b.parameters, factsOfB), seed,
                        Stream.concat(a.leftOut.stream(), b.leftOut.stream()).toList())
                .with(Circumstances.between(factsOfA, factsOfB),
                        disturbed(Stream.concat(ofA.stream(), ofB.stream()).toList()))
                .chosenBy(primary.reason())
                .with(new RunOutputs(a.name, b.name).compare(ofA.stream().map(KeptRun::path).toList(),
                        ofB.stream().map(KeptRun::path).toList()),
                        Stream.concat(failures(a.name, ofA).stream(), failures(b.name, ofB).stream()).toList());
        return new NamedComparison(kind, found, Stream.concat(x.stream(), y.stream())
                .sorted(Comparator.comparing(RunValues::started, Comparator.nullsFirst(Comparator.naturalOrder())))
                .toList());
    }

    /** Returns a sentence about the runs of a side that ended with a status other than 0; empty without any. */
    private static Optional<String> failures(String side, List<KeptRun> runs) {
        List<Integer> statuses = runs.stream()
                .map(r -> r.record().map(KeptRecord::exitStatus).orElse(null))
                .filter(s -> s != null && s != 0)
                .toList();
        return statuses.isEmpty() ? Optional.empty()
                : Optional.of(side + " ended with exit status "
                        + statuses.stream().distinct().map(String::valueOf).collect(Collectors.joining(", ")) + " in "
                        + statuses.size() + " of " + runs.size() + " runs");
    }

    /** Applies the rule to recorded runs. It looks at their waiting times, not at the difference of the sides. */
    private static PrimaryRule chosen(List<KeptRun> a, List<KeptRun> b) {
        if (Stream.concat(a.stream(), b.stream()).anyMatch(r -> r.summary().emulated() != null)) {
            throw RunbenchException.badInput("the runs are emulated: their times are those of the emulator")
                    .remedy("name the quantity that decides: --primary instructions");
        }
        return PrimaryRule.of(List.of("A", "B"),
                List.of(a.stream().map(KeptRun::summary).toList(), b.stream().map(KeptRun::summary).toList()));
    }

    /**
     * A finished run with the data that a comparison needs.
     *
     * @param path folder of the run, or its recording
     * @param summary summary of the recording; null: there is no recording
     * @param record contents of run.json; empty: there is none
     */
    private record KeptRun(Path path, RunSummary summary, Optional<KeptRecord> record) {
        /** Returns whether a folder holds a run or remains of one. */
        static boolean isOne(Path path) {
            RunFolder folder = new RunFolder(path);
            return Files.exists(folder.recording()) || Files.exists(folder.record()) || Files.exists(folder.summary());
        }

        /**
         * Reads a run.
         *
         * @param path folder of a run, or a recording
         */
        static KeptRun read(Path path) {
            if (!Files.isDirectory(path)) {
                return new KeptRun(path, summary(Recording.open(path)), Optional.empty());
            }
            RunFolder folder = new RunFolder(path);
            Optional<KeptRecord> record = KeptRecord.of(folder);
            if (Files.exists(folder.summary())) {
                return new KeptRun(path, RunSummary.read(folder.summary()), record);
            }
            return new KeptRun(path,
                    Files.exists(folder.recording()) ? summary(Recording.open(folder.recording())) : null, record);
        }

        private static RunSummary summary(Recording recording) {
            RunView view = RunView.of(recording, Metrics.of(recording, null));
            var asked = view.summary();
            view.read(ProgressDisplay.NONE.start("", ""));
            return asked.get();
        }

        /** Returns the reason why the run cannot be compared; empty if it can. */
        Optional<String> objection(boolean anyStatus) {
            if (record.isPresent() && !record.get().isComparable(anyStatus)) {
                return Optional.of(path + ": " + record.get().state().name().toLowerCase(Locale.ROOT)
                        + record.map(KeptRecord::failure).map(f -> ": " + f).orElse(""));
            }
            if (summary == null) {
                return Optional.of(path + ": holds no recording");
            }
            return summary.damage() == null ? Optional.empty()
                    : Optional.of(path + ": the recording is " + summary.damage().words());
        }

        /** Returns the kind of the run: benchmark and period. Runs of one kind can be compared. */
        String kind() {
            return summary.benchmark() + " " + Durations.typed(summary.periodNs());
        }

        RunValues values() {
            return RunValues.of(path.toString(), record.map(KeptRecord::started).orElse(null), summary);
        }

        Circumstances circumstances() {
            return Circumstances.of(summary).executables(record.map(KeptRecord::executables).orElse(List.of()));
        }
    }
}
