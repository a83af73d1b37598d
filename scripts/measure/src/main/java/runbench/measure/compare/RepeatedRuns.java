package runbench.measure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.measure.KeptRecord;
import runbench.measure.RunFolder;
import runbench.measure.RunOutcome;
import runbench.parser.compare.Circumstances;
import runbench.parser.compare.Repetitions;
import runbench.parser.compare.RunValues;
import runbench.plotter.render.awt.Charts;
import runbench.report.RunCaption;
import runbench.report.compare.RepetitionsChart;
import runbench.report.compare.RepetitionsText;
import runbench.report.text.PrintedJson;

/**
 * Runs one program several times. Each run is a normal recorded run in {@code 001}, {@code 002} and so on; warm-up runs
 * are in {@code warm-up/001} and so on.
 *
 * @param label the program as typed
 * @param folder folder of all runs
 * @param repetitions number of runs, at least 1
 * @param warmUp number of runs before them, which are kept but not counted
 * @param anyStatus programs may end with an exit status other than 0
 * @param around shell commands around the runs
 */
public record RepeatedRuns(String label, Path folder, int repetitions, int warmUp, boolean anyStatus,
        AroundRuns around) {
    /** Name of the file with the spread of the runs. */
    static final String RESULT = "repetitions.json";

    /** Runs the program once. */
    @FunctionalInterface
    public interface Program {
        RunOutcome run(Path to) throws Exception;
    }

    /**
     * The result of repeated runs.
     *
     * @param spread spread of the successful runs; empty: no run succeeded
     * @param failed outcome of the run that ended the repetitions; null: all succeeded
     * @param failure its failure, with the number of successful runs; null: all succeeded
     */
    public record Repeated(Optional<Repetitions> spread, RunOutcome failed, RunbenchException failure) {}

    /** Returns the folder of new repetitions, named after the current time. */
    public static Path newFolder() {
        return ResultFolders.unused("repetitions");
    }

    /**
     * Runs the program until the first failure, and writes {@code repetitions.json}, {@code .csv} and {@code .png}.
     *
     * @throws RunbenchException (bad input) the folder already holds files, the program was never started, or a command
     *     around the runs failed
     */
    public Repeated run(Program program, Progress progress) throws Exception {
        requireEmpty();
        OutputFolder.create(folder);
        return around.around(folder, () -> repeat(program, progress));
    }

    private Repeated repeat(Program program, Progress progress) throws Exception {
        int all = warmUp + repetitions;
        List<RunValues> values = new ArrayList<>();
        List<Circumstances> circumstances = new ArrayList<>();
        String source = null;
        RunOutcome failed = null;
        RunbenchException failure = null;
        for (int i = 1; i <= all && failure == null; i++) {
            progress.at(i - 1L, all);
            boolean counted = i > warmUp;
            Path to = folder.resolve(counted ? ComparePlan.name(".", i - warmUp) : ComparePlan.name("warm-up", i))
                    .normalize();
            around.beforeRun(folder);
            RunOutcome outcome = program.run(to);
            if (outcome.failure() != null && !isAccepted(to)) {
                failed = outcome;
                failure = failure(to, values.size(), outcome.failure());
            } else if (counted) {
                values.add(RunValues.of(to.toString(), null, outcome.summary()));
                circumstances.add(KeptRuns.circumstances(outcome));
                source = RunCaption.source(outcome.summary());
            }
        }
        if (failure == null) {
            progress.at(all, all);
        }
        Optional<Repetitions> spread = values.isEmpty() ? Optional.empty()
                : Optional.of(Repetitions.of(label, values, source, Circumstances.facts(circumstances)));
        if (spread.isPresent()) {
            write(spread.get());
        }
        return new Repeated(spread, failed, failure);
    }

    private void requireEmpty() throws IOException {
        if (Files.isDirectory(folder)) {
            try (var files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw RunbenchException.badInput("the folder " + folder + " is not empty")
                            .remedy("choose another folder with -o, or remove that one");
                }
            }
        }
    }

    private boolean isAccepted(Path run) {
        return KeptRecord.of(new RunFolder(run)).map(r -> r.isComparable(anyStatus)).orElse(false);
    }

    private RunbenchException failure(Path run, int successful, RunbenchException cause) {
        String kept = successful + " of " + repetitions + " runs succeeded; they are kept in " + folder;
        if (cause.exitCode() == ExitCode.INTERRUPTED) {
            return RunbenchException.of(ExitCode.INTERRUPTED, "interrupted: " + kept).causedBy(cause);
        }
        RunbenchException failure = RunbenchException
                .of(cause.exitCode(), folder.relativize(run) + " failed: " + cause.getMessage() + "; " + kept)
                .causedBy(cause);
        boolean byStatus = KeptRecord.of(new RunFolder(run)).map(r -> r.isComparable(true)).orElse(false);
        return byStatus ? failure.remedy("if this exit status is expected, add --ignore-failure")
                : cause.remedy().map(failure::remedy).orElse(failure);
    }

    private void write(Repetitions r) throws IOException {
        OutputFile.write(folder.resolve(RESULT),
                PrintedJson.text(OutputFormat.REPETITIONS, Map.of("repetitions", r)) + "\n");
        RepetitionsText.writeCsv(r, folder.resolve("repetitions.csv"));
        Charts.writePng(RepetitionsChart.figure(r), folder.resolve("repetitions.png"), 1);
    }
}
