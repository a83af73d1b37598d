package runbench.measure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.measure.RunOutcome;
import runbench.measure.compare.RepeatedRuns.Repeated;
import runbench.measure.results.ResultList;
import runbench.parser.compare.Baseline;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Circumstances;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.PrimaryRule;

/**
 * Runs one program repeatedly and compares it with a stored baseline. The runs, {@code repetitions.json}, which may be
 * the next baseline, and the files of a comparison are in one folder.
 */
public final class BaselineComparison {
    private final Baseline baseline;
    private final CompareRequest request;
    private final boolean anyCircumstances;
    private PrimaryRule primary;

    /**
     * Creates a comparison with a baseline.
     *
     * @param anyCircumstances compare although machine, kernel, processor, or events differ
     */
    public BaselineComparison(Baseline baseline, CompareRequest request, boolean anyCircumstances) {
        this.baseline = baseline;
        this.request = request;
        this.anyCircumstances = anyCircumstances;
        String named = request.primary() != null ? request.primary() : baseline.primary();
        this.primary = named == null ? null : new PrimaryRule(named, null);
    }

    /**
     * Reads a baseline.
     *
     * @param name a file that {@code compare --json} or {@code sample -n --json} wrote, a folder of runs, or its name
     * @throws RunbenchException (bad input) there are no runs of one program
     */
    public static Baseline read(String name) throws IOException {
        Path path = ResultList.path(name, ResultFolders.root());
        if (Files.isRegularFile(path) && !path.toString().endsWith(".rec")) {
            return Baseline.read(path);
        }
        if (ComparePlan.isIn(path)) {
            throw RunbenchException.badInput(path + " holds the runs of several programs: a baseline is one program")
                    .remedy("name the folder of one of them: --baseline " + path.resolve("B"));
        }
        Path stored = path.resolve(RepeatedRuns.RESULT);
        return Files.exists(stored) ? Baseline.read(stored)
                : KeptRuns.of("A", name, Map.of(), List.of(path), false).baseline();
    }

    /**
     * Checks, before any run, that a verdict is possible.
     *
     * @param repetitions planned number of new runs
     * @throws RunbenchException (bad input) a side has too few runs, or the baseline lacks the primary quantity
     */
    public void requireDecidable(int repetitions) {
        if (request.emulated()) {
            return;
        }
        if (repetitions < Comparer.MIN_UNPAIRED_RUNS) {
            throw RunbenchException
                    .badInput("-n " + repetitions + ": with fewer than " + Comparer.MIN_UNPAIRED_RUNS
                            + " runs p < 0.05 is impossible")
                    .remedy("10 are enough for most programs: -n 10; or count in emulation, where one run is enough: "
                            + "--emulate --primary instructions");
        }
        if (baseline.runs().size() < Comparer.MIN_UNPAIRED_RUNS) {
            throw RunbenchException
                    .badInput("the baseline " + baseline.label() + " has only "
                            + Units.counted(baseline.runs().size(), "run") + ": with fewer than "
                            + Comparer.MIN_UNPAIRED_RUNS + " p < 0.05 is impossible")
                    .remedy("store a new one: runbench sample -n 10 --json=baseline.json -- PROGRAM");
        }
    }

    /**
     * Runs the program and compares it.
     *
     * @param runs number and folder of the runs
     * @param say receives the choice of the primary quantity, one line
     * @throws RunbenchException (bad input) the circumstances differ from those of the baseline; or a run failed
     */
    public NamedComparison run(RepeatedRuns runs, RepeatedRuns.Program program, Progress progress, Consumer<String> say)
            throws Exception {
        boolean[] first = {true};
        Repeated repeated = runs.run(to -> {
            RunOutcome outcome = program.run(to);
            if (first[0] && outcome.summary() != null) {
                first[0] = false;
                check(outcome, say);
            }
            return outcome;
        }, progress);
        if (repeated.failure() != null) {
            throw repeated.failure();
        }
        List<Path> kept = IntStream.rangeClosed(1, runs.repetitions())
                .mapToObj(i -> runs.folder().resolve(ComparePlan.name(".", i)).normalize())
                .toList();
        NamedComparison found = KeptRuns.of("B", runs.label(), Map.of(), kept, runs.anyStatus())
                .comparedWith(baseline, primary, request.margin());
        PairedRuns.write(runs.folder(), MultipleComparison.of(List.of(found.comparison())));
        return found;
    }

    /** Checks after the first run what only a run shows. */
    private void check(RunOutcome outcome, Consumer<String> say) {
        List<Difference> different = baseline.hindrances(Circumstances.facts(List.of(KeptRuns.circumstances(outcome))));
        boolean unknown = baseline.circumstances().isEmpty();
        if ((unknown || !different.isEmpty()) && !anyCircumstances) {
            String why = unknown ? "the baseline " + baseline.label() + " does not state its machine, kernel and events"
                    : "the baseline " + baseline.label() + " was measured under other conditions: "
                            + different.stream()
                                    .map(d -> d.name() + ": baseline " + String.join(" | ", d.a()) + ", here "
                                            + String.join(" | ", d.b()))
                                    .collect(Collectors.joining("; "));
            throw RunbenchException.badInput(why)
                    .remedy(request.emulated()
                            ? "store a baseline with the same options: runbench sample --emulate -n 1 "
                                    + "--json=baseline.json -- PROGRAM; or accept the difference: --force"
                            : "store a baseline here: runbench sample -n 10 --json=baseline.json -- PROGRAM; or "
                                    + "accept the difference: --force; or count what no machine changes, in both: "
                                    + "--emulate --primary instructions");
        }
        if (primary == null) {
            primary = PrimaryRule.of(List.of("B"), List.of(List.of(outcome.summary())));
            say.accept(primary.name() + " decides: " + primary.reason());
        }
    }
}
