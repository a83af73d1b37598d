package runbench.measure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.base.quantity.Durations;
import runbench.measure.KeptRecord;
import runbench.measure.RunFolder;
import runbench.measure.RunOutcome;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.PairStop;
import runbench.parser.compare.PrimaryRule;
import runbench.parser.compare.RunValues;
import runbench.parser.stats.RunSummary;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.compare.ComparisonChart;
import runbench.report.compare.ComparisonCsv;
import runbench.report.compare.ComparisonPage;
import runbench.report.text.PrintedJson;

/**
 * Runs A and B in interleaved pairs. Each run is a normal recorded run in {@code A/001}, {@code B/001} and so on.
 * Finished runs are recognised by their own records, so that an interrupted comparison can be resumed.
 */
public final class PairedRuns {
    private final Path folder;
    private final FolderClaim claim;
    private final ComparedPrograms programs;
    private ComparePlan plan;

    private PairedRuns(Path folder, FolderClaim claim, ComparePlan plan, ComparedPrograms programs) {
        this.folder = folder;
        this.claim = claim;
        this.plan = plan;
        this.programs = programs;
    }

    /** Returns the folder of a new comparison, named after the current time. */
    public static Path newFolder() {
        return ResultFolders.root().resolve("compare").resolve(ResultFolders.name(Instant.now()));
    }

    /**
     * Starts a new comparison.
     *
     * @throws RunbenchException (bad input) the folder already holds a comparison
     */
    public static PairedRuns begin(Path folder, ComparePlan plan, ComparedPrograms programs) throws IOException {
        if (ComparePlan.isIn(folder)) {
            throw RunbenchException.badInput(folder + " already holds a comparison")
                    .remedy("go on with it: runbench compare --resume " + folder
                            + "; or choose another folder with -o");
        }
        programs.require(plan.a());
        programs.require(plan.b());
        OutputFolder.create(folder);
        FolderClaim claim = FolderClaim.of(folder);
        if (ComparePlan.isIn(folder)) { // another process started and finished a comparison in the meantime
            claim.close();
            throw RunbenchException.badInput(folder + " already holds a comparison")
                    .remedy("choose another folder with -o");
        }
        plan.write(folder);
        return new PairedRuns(folder, claim, plan, programs);
    }

    /**
     * Resumes a comparison.
     *
     * @param plan plan with the total number of pairs
     */
    public static PairedRuns resume(Path folder, ComparePlan plan, ComparedPrograms programs) throws IOException {
        FolderClaim claim = FolderClaim.of(folder);
        plan.write(folder);
        return new PairedRuns(folder, claim, plan, programs);
    }

    /**
     * Runs the missing runs, compares, and writes JSON, CSV, chart and page into the folder.
     *
     * @param stop rule that ends the pairs before the planned number
     * @param say receives the choice of the primary quantity, one line, before the first pair
     * @throws RunbenchException a run failed or was interrupted; finished runs are kept
     */
    public NamedComparison run(CompareRequest request, PairStop stop, Progress progress, Consumer<String> say)
            throws Exception {
        try (claim) {
            NamedComparison result = programs.around().around(folder, () -> measure(request, stop, progress, say));
            write(result.comparison());
            return result;
        }
    }

    private void write(Comparison c) throws IOException {
        OutputFile.write(folder.resolve("comparison.json"),
                PrintedJson.text(OutputFormat.COMPARISON, Map.of("comparison", c)) + "\n");
        ComparisonCsv.write(c, folder.resolve("comparison.csv"));
        Charts.writePng(ComparisonChart.figure(c), folder.resolve("comparison.png"), 1);
        HtmlPage.write(ComparisonPage.of(c, MedianRuns.beside(c)), folder.resolve("comparison.html"));
    }

    private NamedComparison measure(CompareRequest asked, PairStop stop, Progress progress, Consumer<String> say)
            throws Exception {
        long start = System.nanoTime();
        List<ComparePlan.Step> steps = plan.steps();
        int warmUps = 2 * plan.warmUp();
        for (int i = 0; i < warmUps; i++) {
            progress.at(i, steps.size());
            run(steps.get(i), i, steps.size());
        }
        CompareRequest request = decided(asked, say);
        requireTime(stop, System.nanoTime() - start);
        double[] a = new double[plan.pairs()];
        double[] b = new double[plan.pairs()];
        for (int pair = 1; pair <= plan.pairs(); pair++) {
            for (int i = warmUps + 2 * (pair - 1); i < warmUps + 2 * pair; i++) {
                progress.at(i, steps.size());
                run(steps.get(i), i, steps.size());
            }
            if (!stop.isEarly()) {
                continue;
            }
            a[pair - 1] = value("A", pair, request.primary());
            b[pair - 1] = value("B", pair, request.primary());
            if (stop.endsAfter(Arrays.copyOf(a, pair), Arrays.copyOf(b, pair), System.nanoTime() - start)) {
                plan = plan.withPairs(pair);
                plan.write(folder);
                break;
            }
        }
        progress.at(steps.size(), steps.size());
        return judged(folder, plan, request);
    }

    /** Returns the decision rule with its primary quantity, which the warm-up shows to be comparable. */
    private CompareRequest decided(CompareRequest asked, Consumer<String> say) throws IOException {
        List<RunSummary> warmA = warmUps("A");
        List<RunSummary> warmB = warmUps("B");
        if (plan.request(asked).primary() == null) {
            plan = plan.withPrimary(PrimaryRule.of(warmA, warmB));
            plan.write(folder);
            say.accept(plan.primary() + " decides: " + plan.primaryReason());
        }
        CompareRequest request = plan.request(asked);
        if (!warmA.isEmpty()) {
            Comparer.requireComparable(request.primary(), values(warmA), values(warmB));
        }
        return request;
    }

    private List<RunSummary> warmUps(String side) {
        return IntStream.rangeClosed(1, plan.warmUp())
                .mapToObj(i -> summary(ComparePlan.name("warm-up/" + side, i)))
                .toList();
    }

    private static List<RunValues> values(List<RunSummary> runs) {
        return runs.stream().map(s -> RunValues.of("warm-up", null, s)).toList();
    }

    private RunSummary summary(String run) {
        return RunSummary.read(new RunFolder(folder.resolve(run)).summary());
    }

    /** Returns the primary quantity of a run; NaN: it was not measured. */
    private double value(String side, int pair, String primary) {
        return RunValues.of(side, null, summary(ComparePlan.name(side, pair)))
                .values()
                .entrySet()
                .stream()
                .filter(e -> e.getKey().name().equals(primary))
                .mapToDouble(Map.Entry::getValue)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * Checks, after the warm-up, that the minimum number of pairs fits into the time. It adds up the wall times of the
     * programs only: a warm-up takes longer than a pair.
     */
    private void requireTime(PairStop stop, long spentNanos) {
        if (stop.budgetNanos() == null || plan.warmUp() == 0) {
            return;
        }
        double pairS = Stream.concat(warmUps("A").stream(), warmUps("B").stream()).mapToDouble(RunSummary::wallS).sum()
                / plan.warmUp();
        long needed = spentNanos + (long) (1e9 * Comparison.MIN_PAIRS * pairS);
        if (needed > stop.budgetNanos()) {
            throw RunbenchException.badInput("--for " + Durations.typed(stop.budgetNanos())
                    + " is too short: the warm-up and " + Comparison.MIN_PAIRS
                    + " pairs, the minimum for a verdict, take at least " + Durations.fourDigits(needed))
                    .remedy("give it more time, or choose a smaller input");
        }
    }

    /**
     * Compares the complete pairs of a folder.
     *
     * @throws RunbenchException (bad input) no pair is complete
     */
    public static NamedComparison judged(Path folder, ComparePlan plan, CompareRequest asked) {
        CompareRequest request = plan.request(asked);
        List<Integer> done = IntStream.rangeClosed(1, plan.pairs())
                .filter(i -> List.of("A", "B")
                        .stream()
                        .allMatch(side -> done(folder.resolve(ComparePlan.name(side, i)), request.anyStatus())))
                .boxed()
                .toList();
        if (done.isEmpty()) {
            throw RunbenchException.badInput("no pair is complete in " + folder)
                    .remedy("run the rest: runbench compare --resume " + folder);
        }
        NamedComparison found = KeptRuns
                .compare(side("A", folder, plan.a(), done, request), side("B", folder, plan.b(), done, request),
                        request, plan.seed())
                .get(0);
        Comparison c = found.comparison();
        return request.primary() == null ? found
                : new NamedComparison(found.kind(), c.chosenBy(plan.reasonFor(request.primary())), found.runs());
    }

    private static KeptRuns side(String side, Path folder, List<String> command, List<Integer> pairs,
            CompareRequest request) {
        return KeptRuns.of(String.join(" ", command),
                pairs.stream().map(i -> folder.resolve(ComparePlan.name(side, i))).toList(), request.anyStatus());
    }

    private void run(ComparePlan.Step step, int done, int all) throws Exception {
        Path path = folder.resolve(step.folder());
        if (done(path, plan.anyStatus())) {
            return;
        }
        setAside(path);
        RunOutcome outcome;
        try {
            programs.around().beforeRun(folder);
            outcome = programs.run(step.ofB() ? plan.b() : plan.a(), path);
        } catch (RunbenchException e) {
            throw e.exitCode() == ExitCode.INTERRUPTED ? interrupted(done, all, e) : e;
        }
        if (outcome.failure() == null || done(path, plan.anyStatus())) {
            return;
        }
        if (outcome.failure().exitCode() == ExitCode.INTERRUPTED) {
            throw interrupted(done, all, outcome.failure());
        }
        throw failed(step, outcome.failure());
    }

    private RunbenchException failed(ComparePlan.Step step, RunbenchException failure) {
        boolean byStatus = KeptRecord.of(new RunFolder(folder.resolve(step.folder())))
                .map(r -> r.isComparable(true))
                .orElse(false);
        return RunbenchException
                .of(failure.exitCode(),
                        (step.ofB() ? "B" : "A") + " failed (" + step.folder() + "): " + failure.getMessage()
                                + "; successful runs: A " + successes("A") + ", B " + successes("B"))
                .causedBy(failure)
                .remedy(failure.remedy().map(r -> r + "; then ").orElse("") + "runbench compare --resume " + folder
                        + (byStatus ? "; if this exit status is expected, add --ignore-failure" : ""));
    }

    private long successes(String side) {
        return IntStream.rangeClosed(1, plan.pairs())
                .takeWhile(i -> Files.exists(folder.resolve(ComparePlan.name(side, i))))
                .filter(i -> done(folder.resolve(ComparePlan.name(side, i)), false))
                .count();
    }

    private RunbenchException interrupted(int done, int all, RunbenchException cause) {
        return RunbenchException
                .of(ExitCode.INTERRUPTED,
                        "interrupted after " + done + " of " + all + " runs; they are kept in " + folder)
                .remedy("go on where it stopped: runbench compare --resume " + folder)
                .causedBy(cause);
    }

    private static boolean done(Path path, boolean anyStatus) {
        return KeptRecord.of(new RunFolder(path)).map(r -> r.isComparable(anyStatus)).orElse(false);
    }

    /** Renames the folder of an unfinished run, so that its pair can be run again. */
    private static void setAside(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        for (int n = 1;; n++) {
            Path aside = path.resolveSibling(path.getFileName() + ".unfinished-" + n);
            if (!Files.exists(aside)) {
                Files.move(path, aside);
                return;
            }
        }
    }
}
