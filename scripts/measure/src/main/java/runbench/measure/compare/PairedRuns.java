package runbench.measure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFile;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.measure.KeptRecord;
import runbench.measure.RunFolder;
import runbench.measure.RunOutcome;
import runbench.measure.RunState;
import runbench.parser.compare.Comparison;
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
    private final ComparePlan plan;
    private final ComparedPrograms programs;

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
        Files.createDirectories(folder);
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
     * @throws RunbenchException a run failed or was interrupted; finished runs are kept
     */
    public NamedComparison run(CompareRequest request, Progress progress) throws Exception {
        try (claim) {
            NamedComparison result = measure(request, progress);
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

    private NamedComparison measure(CompareRequest request, Progress progress) throws Exception {
        List<ComparePlan.Step> steps = plan.steps();
        for (int i = 0; i < steps.size(); i++) {
            progress.at(i, steps.size());
            run(steps.get(i), i, steps.size());
        }
        progress.at(steps.size(), steps.size());
        return judged(folder, plan, request);
    }

    /**
     * Compares the complete pairs of a folder.
     *
     * @throws RunbenchException (bad input) no pair is complete
     */
    public static NamedComparison judged(Path folder, ComparePlan plan, CompareRequest request) {
        List<Integer> done = IntStream.rangeClosed(1, plan.pairs())
                .filter(i -> List.of("A", "B")
                        .stream()
                        .allMatch(side -> finished(folder.resolve(ComparePlan.name(side, i)))))
                .boxed()
                .toList();
        if (done.isEmpty()) {
            throw RunbenchException.badInput("no pair is complete in " + folder)
                    .remedy("run the rest: runbench compare --resume " + folder);
        }
        return KeptRuns
                .compare(side("A", folder, plan.a(), done), side("B", folder, plan.b(), done), request, plan.seed())
                .get(0);
    }

    private static KeptRuns side(String side, Path folder, List<String> command, List<Integer> pairs) {
        return KeptRuns.of(String.join(" ", command),
                pairs.stream().map(i -> folder.resolve(ComparePlan.name(side, i))).toList());
    }

    private void run(ComparePlan.Step step, int done, int all) throws Exception {
        Path path = folder.resolve(step.folder());
        if (finished(path)) {
            return;
        }
        setAside(path);
        RunOutcome outcome;
        try {
            outcome = programs.run(step.ofB() ? plan.b() : plan.a(), path);
        } catch (RunbenchException e) {
            throw e.exitCode() == ExitCode.INTERRUPTED ? interrupted(done, all, e) : e;
        }
        if (outcome.failure() == null) {
            return;
        }
        if (outcome.failure().exitCode() == ExitCode.INTERRUPTED) {
            throw interrupted(done, all, outcome.failure());
        }
        throw RunbenchException
                .of(outcome.failure().exitCode(),
                        (step.ofB() ? "B" : "A") + " failed (" + step.folder() + "): " + outcome.failure().getMessage())
                .causedBy(outcome.failure())
                .remedy(outcome.failure().remedy().map(r -> r + "; then ").orElse("") + "runbench compare --resume "
                        + folder);
    }

    private RunbenchException interrupted(int done, int all, RunbenchException cause) {
        return RunbenchException
                .of(ExitCode.INTERRUPTED,
                        "interrupted after " + done + " of " + all + " runs; they are kept in " + folder)
                .remedy("go on where it stopped: runbench compare --resume " + folder)
                .causedBy(cause);
    }

    private static boolean finished(Path path) {
        return KeptRecord.of(new RunFolder(path)).map(r -> r.state() == RunState.FINISHED).orElse(false);
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
