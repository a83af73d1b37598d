package runbench.measure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.measure.KeptRecord;
import runbench.measure.RunFolder;
import runbench.measure.RunOutcome;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.ComparisonFamily;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.PairStop;
import runbench.parser.compare.PrimaryRule;
import runbench.parser.compare.RunValues;
import runbench.parser.stats.RunSummary;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.plotter.render.html.Page;
import runbench.report.compare.ComparisonCsv;
import runbench.report.compare.ComparisonPage;
import runbench.report.compare.RankingReport;
import runbench.report.text.PrintedJson;

/**
 * Runs programs in interleaved rounds, or two of them in pairs. Each run is a normal recorded run in {@code A/001},
 * {@code B/001} and so on. Finished runs are recognised by their own records, so that an interrupted comparison can be
 * resumed.
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
        return ResultFolders.unused("compare");
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
        plan.programs().forEach(programs::require);
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
     * @param plan plan with the total number of rounds
     */
    public static PairedRuns resume(Path folder, ComparePlan plan, ComparedPrograms programs) throws IOException {
        FolderClaim claim = FolderClaim.of(folder);
        plan.write(folder);
        return new PairedRuns(folder, claim, plan, programs);
    }

    /**
     * Runs the missing runs, compares, and writes JSON, CSV, chart and page into the folder.
     *
     * @param stop rule that ends the rounds before the planned number
     * @param say receives the choice of the primary quantity, one line, before the first round
     * @return all comparisons of the plan
     * @throws RunbenchException a run failed or was interrupted; finished runs are kept
     */
    public List<NamedComparison> run(CompareRequest request, PairStop stop, Progress progress, Consumer<String> say)
            throws Exception {
        try (claim) {
            List<NamedComparison> results = programs.around()
                    .around(folder, () -> measure(request, stop, progress, say));
            write(folder, MultipleComparison.of(results.stream().map(NamedComparison::comparison).toList()));
            return results;
        }
    }

    /** Writes JSON, CSV, chart and page of a comparison into a folder. */
    static void write(Path folder, MultipleComparison m) throws IOException {
        // The chart takes as long as the other files, and nearly every machine has a second CPU.
        CompletableFuture<Void> chart = CompletableFuture
                .runAsync(() -> Charts.writePng(RankingReport.chart(m), folder.resolve("comparison.png")));
        OutputFile.write(folder.resolve("comparison.json"), PrintedJson.text(OutputFormat.COMPARISON, m) + "\n");
        ComparisonCsv.write(m, folder.resolve("comparison.csv"));
        HtmlPage.write(page(m), folder.resolve("comparison.html"));
        chart.join();
    }

    /** Returns the page of comparisons; for two programs, it shows one run of each over time. */
    public static Page page(MultipleComparison m) {
        return m.hasRanking() ? RankingReport.page(m)
                : ComparisonPage.of(m.comparison(), MedianRuns.beside(m.comparison()),
                        ComparedStacks.of(m.comparison()));
    }

    private List<NamedComparison> measure(CompareRequest asked, PairStop stop, Progress progress, Consumer<String> say)
            throws Exception {
        long start = System.nanoTime();
        List<ComparePlan.Step> steps = plan.steps();
        int all = plan.programs().size();
        int warmUps = all * plan.warmUp();
        for (int i = 0; i < warmUps; i++) {
            progress.at(i, steps.size());
            run(steps.get(i), i, steps.size());
        }
        CompareRequest request = decided(asked, say);
        requireTime(stop, System.nanoTime() - start);
        double[][] values = new double[all][plan.pairs()];
        for (int round = 1; round <= plan.pairs(); round++) {
            for (int i = warmUps + all * (round - 1); i < warmUps + all * round; i++) {
                progress.at(i, steps.size());
                run(steps.get(i), i, steps.size());
            }
            if (!stop.isEarly()) {
                continue;
            }
            for (int program = 0; program < all; program++) {
                values[program][round - 1] = value(Numbers.letters(program), round, request.primary());
            }
            int rounds = round;
            if (stop.endsAfter(Arrays.stream(values).map(v -> Arrays.copyOf(v, rounds)).toList(), family(plan, request),
                    System.nanoTime() - start)) {
                plan = plan.withPairs(round);
                plan.write(folder);
                break;
            }
        }
        progress.at(steps.size(), steps.size());
        return judged(folder, plan, request);
    }

    /** Returns the decision rule with its primary quantity, which the warm-up shows to be comparable. */
    private CompareRequest decided(CompareRequest asked, Consumer<String> say) throws IOException {
        List<List<RunSummary>> warm = warmUps();
        if (plan.request(asked).primary() == null) {
            plan = plan.withPrimary(PrimaryRule.of(names(), warm));
            plan.write(folder);
            say.accept(plan.primary() + " decides: " + plan.primaryReason());
        }
        CompareRequest request = plan.request(asked);
        if (plan.warmUp() > 0) {
            Comparer.requireComparable(request.primary(),
                    IntStream.range(0, warm.size())
                            .mapToObj(i -> new Side(names().get(i), null, values(warm.get(i))))
                            .toList());
        }
        return request;
    }

    private List<String> names() {
        return IntStream.range(0, plan.programs().size()).mapToObj(plan::sideName).toList();
    }

    /** Returns the summaries of the warm-up runs of each program. */
    private List<List<RunSummary>> warmUps() {
        return IntStream.range(0, plan.programs().size())
                .mapToObj(Numbers::letters)
                .map(side -> IntStream.rangeClosed(1, plan.warmUp())
                        .mapToObj(i -> summary(ComparePlan.name("warm-up/" + side, i)))
                        .toList())
                .toList();
    }

    private static List<RunValues> values(List<RunSummary> runs) {
        return runs.stream().map(s -> RunValues.of("warm-up", null, s)).toList();
    }

    private RunSummary summary(String run) {
        return RunSummary.read(new RunFolder(folder.resolve(run)).summary());
    }

    /** Returns the primary quantity of a run; NaN: it was not measured. */
    private double value(String side, int round, String primary) {
        return RunValues.of(side, null, summary(ComparePlan.name(side, round)))
                .values()
                .entrySet()
                .stream()
                .filter(e -> e.getKey().name().equals(primary))
                .mapToDouble(Map.Entry::getValue)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * Checks, after the warm-up, that the minimum number of rounds fits into the time. It adds up the wall times of the
     * programs only: a warm-up takes longer than a round.
     */
    private void requireTime(PairStop stop, long spentNanos) {
        if (stop.budgetNanos() == null || plan.warmUp() == 0) {
            return;
        }
        double roundS = warmUps().stream().flatMap(List::stream).mapToDouble(RunSummary::wallS).sum() / plan.warmUp();
        int least = plan.family().minRounds();
        long needed = spentNanos + (long) (1e9 * least * roundS);
        if (needed > stop.budgetNanos()) {
            throw RunbenchException.badInput("--for " + Durations.typed(stop.budgetNanos())
                    + " is too short: the warm-up and " + least + " " + plan.unit()
                    + "s, the minimum for a verdict, take at least " + Durations.fourDigits(needed))
                    .remedy("give it more time, or choose a smaller input");
        }
    }

    private static ComparisonFamily family(ComparePlan plan, CompareRequest request) {
        return new ComparisonFamily(plan.programs().size(), request.pairwise());
    }

    /**
     * Compares the complete rounds of a folder.
     *
     * @return all comparisons of the plan, those with the first program first
     * @throws RunbenchException (bad input) no round is complete
     */
    public static List<NamedComparison> judged(Path folder, ComparePlan plan, CompareRequest asked) {
        CompareRequest request = plan.request(asked);
        List<List<String>> commands = plan.programs();
        List<Integer> done = IntStream.rangeClosed(1, plan.pairs())
                .filter(i -> IntStream.range(0, commands.size())
                        .allMatch(p -> done(folder.resolve(ComparePlan.name(Numbers.letters(p), i)),
                                request.anyStatus())))
                .boxed()
                .toList();
        if (done.isEmpty()) {
            throw RunbenchException.badInput("no " + plan.unit() + " is complete in " + folder)
                    .remedy("run the rest: runbench compare --resume " + folder);
        }
        List<KeptRuns> sides = IntStream.range(0, commands.size())
                .mapToObj(p -> KeptRuns.of(plan.sideName(p), String.join(" ", commands.get(p)), plan.parameters(p),
                        done.stream().map(i -> folder.resolve(ComparePlan.name(Numbers.letters(p), i))).toList(),
                        request.anyStatus()))
                .toList();
        ComparisonFamily family = family(plan, request);
        return family.pairs()
                .stream()
                .map(p -> KeptRuns.compare(sides.get(p.a()), sides.get(p.b()), request, plan.seed(), family.size())
                        .get(0))
                .map(found -> request.primary() == null ? found
                        : new NamedComparison(found.kind(),
                                found.comparison().chosenBy(plan.reasonFor(request.primary())), found.runs()))
                .toList();
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
            outcome = programs.run(plan.programs().get(step.program()), path);
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
                        plan.sideName(step.program()) + " failed (" + step.folder() + "): " + failure.getMessage()
                                + "; successful runs: "
                                + IntStream.range(0, plan.programs().size())
                                        .mapToObj(Numbers::letters)
                                        .map(side -> side + " " + successes(side))
                                        .collect(Collectors.joining(", ")))
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

    /** Renames the folder of an unfinished run, so that it can be run again. */
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
