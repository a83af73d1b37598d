package runbench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.Metrics;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Recording;
import runbench.parser.simpoint.VectorFolder;
import runbench.parser.stats.RunSummary;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.run.SamplingResult;
import runbench.sampler.run.SamplingResult.Ending;

/** Finishes a sampled run, successful or not: writes files, summary and run.json. */
final class RunEnd {
    /** Expected exit status if no program was started. */
    static final int NO_STATUS = -1;
    /** Offset that shells add to a signal's number. */
    private static final int SIGNAL_STATUS = 128;

    /**
     * Reliability of the counts, for run.json.
     *
     * @param exact the final counts match; null: the recording has no final counts
     * @param notes remarks on the counts
     * @param discrepancies differences between samples and final counts
     */
    record Counting(Boolean exact, List<String> notes, List<String> discrepancies) {}

    private final RunFolder folder;
    private final RunRecord record;
    private final OutputRequest output;
    private final ProgressDisplay display;
    private RunSummary summary;
    private RunAnalysis files;
    private Path chart;
    private Path page;

    RunEnd(RunFolder folder, RunRecord record, OutputRequest output, ProgressDisplay display) {
        this.folder = folder;
        this.record = record;
        this.output = output;
        this.display = display;
    }

    /**
     * Writes everything that follows a run.
     *
     * @param differences differences of the benchmark's output from the expected output; empty: none
     * @param expected exit status of a successful run
     * @param last adds entries to the record that take long to compute
     */
    RunOutcome finish(SamplingResult result, List<String> differences, int expected, RunLife life, Runnable last) {
        record.with("result", result.resources().orElse(null));
        result.exitStatus().ifPresent(status -> record.with("exit_status", status));
        result.signal().ifPresent(signal -> record.with("signal", signal));
        List<Disturbance> disturbed = life.surroundings().after(record);
        RunbenchException failure = failure(result, differences, expected);
        RunbenchException ofProgram = failure;
        // Often the full disk that ended the recording also causes later errors: the first error is the cause.
        RunbenchException unconverted = errorOf(this::convertVectors);
        failure = first(first(failure, errorOf(this::analyse)), unconverted);
        if (summary != null) {
            record.with("counting", new Counting(summary.exact(), summary.notes(), summary.discrepancies()));
        }
        failure = first(failure, nothingCounted());
        // Chart and page take most of their time in different places, so both run in parallel.
        CompletableFuture<RunbenchException> drawn = CompletableFuture.supplyAsync(() -> errorOf(this::draw));
        failure = first(failure, errorOf(last::run));
        RunbenchException unwritten = errorOf(this::writePage);
        failure = first(first(failure, drawn.join()), unwritten);
        failure = first(failure, errorOf(life::cleanUp));
        RunbenchException cause = failure;
        failure = first(failure,
                errorOf(() -> record.ended(state(result, cause), cause == null ? null : cause.getMessage())));
        if (!Files.isDirectory(folder.path())) {
            failure = RunbenchException
                    .machine("the folder of this run has gone while the program ran: " + folder.path())
                    .remedy("nothing of it could be kept; run again, and leave the folder where it is")
                    .causedBy(failure);
        }
        return new RunOutcome(folder, summary, chart, page, disturbed, failure,
                failure == ofProgram ? programStatus(result) : OptionalInt.empty());
    }

    /** A step at the end of a run; its failure does not prevent the other steps. */
    @FunctionalInterface
    private interface FinalStep {
        void take() throws IOException;
    }

    /**
     * Runs a step.
     *
     * @return the error; null: the step succeeded
     */
    private static RunbenchException errorOf(FinalStep step) {
        try {
            step.take();
            return null;
        } catch (RuntimeException | IOException | OutOfMemoryError e) {
            return ExceptionTranslator.translate(e);
        }
    }

    private static RunbenchException first(RunbenchException a, RunbenchException b) {
        return a == null ? b : a;
    }

    private void analyse() {
        if (!Files.exists(folder.recording())) {
            return;
        }
        Recording recording = Recording.open(folder.recording());
        files = new RunAnalysis(display, recording, Metrics.of(recording, null)).withFunctions();
        if (output.chart()) {
            files.withChart();
        }
        if (output.page()) {
            files.withPage(null);
        }
        summary = output.tables() ? files.tables(folder) : files.totals(folder);
    }

    /** Converts basic-block vectors; must precede the summary, which reports them. */
    private void convertVectors() {
        if (Files.isDirectory(VectorFolder.ofRecording(folder.recording()).raw())) {
            RunIntervals.convert(Recording.open(folder.recording()));
        }
    }

    private void draw() {
        if (output.chart() && summary != null) {
            chart = files.chart(summary, folder, output.svg());
        }
    }

    private void writePage() {
        if (output.page() && summary != null) {
            page = files.page(summary, folder.page(), record.content());
        }
    }

    /** Returns the error if nothing was counted; null: an event was counted, or counting was never enabled. */
    private RunbenchException nothingCounted() {
        if (summary == null || summary.events().stream().anyMatch(e -> e.status() != CountStatus.NOT_COUNTED)) {
            return null;
        }
        RunSummary.Control control = summary.provenance().control();
        if (control != null && control.stretches() == 0) {
            return null;
        }
        return RunbenchException.machine("nothing that was asked for was counted: "
                + summary.events().stream().map(e -> e.name() + ": " + e.reason()).collect(Collectors.joining("; ")))
                .remedy("choose events that count here: runbench events");
    }

    private static RunState state(SamplingResult result, RunbenchException failure) {
        if (result.ending() == Ending.INTERRUPTED) {
            return RunState.INTERRUPTED;
        }
        return failure == null ? RunState.FINISHED : RunState.FAILED;
    }

    private static OptionalInt programStatus(SamplingResult result) {
        if (result.ending() != Ending.COMPLETED || result.failure().isPresent()) {
            return OptionalInt.empty();
        }
        return result.signal().isPresent() ? OptionalInt.of(SIGNAL_STATUS + result.signal().getAsInt())
                : result.exitStatus();
    }

    /** Returns the failure of the run; null: it succeeded. */
    private RunbenchException failure(SamplingResult result, List<String> differences, int expected) {
        if (result.failure().isPresent()) {
            return result.failure().get();
        }
        return switch (result.ending()) {
            case INTERRUPTED -> RunbenchException.of(ExitCode.INTERRUPTED,
                    "interrupted; the data measured so far are kept in " + folder.path());
            case TIMED_OUT -> RunbenchException.of(ExitCode.BENCHMARK_FAILED, "ended at its timeout")
                    .remedy("give it longer with --timeout");
            case RECORDING_FAILED, HELPER_DIED ->
                RunbenchException.machine("the recording is incomplete: " + result.ending());
            case COMPLETED -> benchmarkFailure(result, differences, expected);
        };
    }

    private RunbenchException benchmarkFailure(SamplingResult result, List<String> differences, int expected) {
        if (result.signal().isPresent()) {
            return RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED, "the benchmark was ended by signal " + result.signal().getAsInt())
                    .remedy("see " + folder.benchmarkErr());
        }
        int status = result.exitStatus().orElse(NO_STATUS);
        if (status != expected) {
            return RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            "the benchmark ended with exit status " + status + " instead of " + expected)
                    .remedy("see " + folder.benchmarkErr());
        }
        if (!differences.isEmpty()) {
            return RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            "the benchmark's output is not as expected: " + String.join("; ", differences))
                    .remedy("see " + folder.benchmarkOut());
        }
        return null;
    }
}
