package runbench.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.record.Recording;
import runbench.parser.simpoint.IntervalAnalysis;
import runbench.parser.simpoint.IntervalReport;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.simpoint.TaskCourses;
import runbench.parser.simpoint.VectorFolder;
import runbench.parser.stats.RunSummary;
import runbench.parser.symbols.SymbolResolver;
import runbench.parser.symbols.SymbolResolver.SymbolPlaces;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/** Basic-block vectors of an emulated run and the intervals that represent it. */
public final class RunIntervals {
    private static final IntervalAnalysis DEFAULT_ANALYSIS = new IntervalAnalysis(IntervalAnalysis.DEFAULT_ERROR,
            IntervalAnalysis.DEFAULT_SEED, 0);

    private RunIntervals() {
    }

    /**
     * Writes SimPoint's files from the emulator's output directly after the run, because the program may change later.
     */
    static void convert(Recording recording) {
        VectorFolder.ofRecording(recording.path())
                .convert(recording.metadata().events(),
                        new SymbolResolver(SymbolPlaces.afterTheRun(), Demangler::demangle));
    }

    /**
     * Clusters the intervals of a run.
     *
     * @param run folder of a run, or a recording
     * @throws RunbenchException (bad input) the run has no basic-block vectors
     */
    public static IntervalReport of(Path run, IntervalAnalysis analysis, ProgressDisplay display) {
        Recording recording = RunRecord.recording(run);
        VectorFolder vectors = VectorFolder.ofRecording(recording.path());
        if (Files.isDirectory(vectors.raw())) {
            convert(recording); // the run ended before its vectors were converted
        }
        if (vectors.tasks().isEmpty()) {
            throw RunbenchException.badInput(run + ": this run has no vectors of blocks")
                    .remedy("run the program again with --emulate --bbv, e.g. runbench sample --emulate --bbv --"
                            + " PROGRAM");
        }
        IntervalReport report = analysis.of(vectors, display.start("clustering intervals", " tasks"));
        display.close();
        return report;
    }

    /** Returns the collector that places intervals along the run; empty if the run has no vectors. */
    static Optional<Requested<TaskCourses>> gathered(RunView view) {
        Recording recording = view.periods().recording();
        if (!recording.metadata().countsInstructions()) {
            return Optional.empty();
        }
        List<Integer> tasks = VectorFolder.ofRecording(recording.path()).tasks();
        return tasks.isEmpty() ? Optional.empty()
                : Optional.of(view.gathered(TaskCourses.collector(view.periods(), tasks)));
    }

    /**
     * Adds the intervals to a summary: those chosen last by the run or by {@code runbench simpoints}, or new ones. An
     * error becomes a note of the summary, because the rest of it is valid.
     */
    static RunSummary placed(RunSummary summary, Recording recording, TaskCourses courses, ProgressDisplay display) {
        VectorFolder vectors = VectorFolder.ofRecording(recording.path());
        try {
            IntervalReport report = vectors.lastChoice()
                    .orElseGet(() -> DEFAULT_ANALYSIS.of(vectors, display.start("clustering intervals", " tasks")));
            return summary.with(PlacedIntervals.of(report, courses));
        } catch (RunbenchException e) {
            return summary.withNote("the representative intervals are unknown: " + e.getMessage());
        } finally {
            display.close();
        }
    }
}
