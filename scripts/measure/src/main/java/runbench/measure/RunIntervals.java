package runbench.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.parser.record.Recording;
import runbench.parser.simpoint.IntervalAnalysis;
import runbench.parser.simpoint.IntervalReport;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.simpoint.TaskCourses;
import runbench.parser.simpoint.VectorFolder;
import runbench.parser.stats.RunSummary;
import runbench.parser.symbols.SymbolPlaces;
import runbench.parser.symbols.SymbolResolver;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/** Vectors of the blocks that an emulated run executed, and the intervals that stand for it. */
public final class RunIntervals {
    private static final IntervalAnalysis USUAL = new IntervalAnalysis(IntervalAnalysis.DEFAULT_ERROR,
            IntervalAnalysis.DEFAULT_SEED, 0);

    private RunIntervals() {
    }

    /** Makes SimPoint's files of what the emulator wrote, right after the run: later the program may be another. */
    static void convert(Recording recording) {
        VectorFolder.beside(recording.path())
                .convert(recording.metadata().events(),
                        new SymbolResolver(SymbolPlaces.afterTheRun(), Demangler::demangle));
    }

    /**
     * @param run a run's folder, or its recording
     * @throws RunbenchException (bad input) it holds no vectors of blocks
     */
    public static IntervalReport of(Path run, IntervalAnalysis analysis, ProgressDisplay display) {
        Recording recording = RunRecord.recording(run);
        VectorFolder vectors = VectorFolder.beside(recording.path());
        if (Files.isDirectory(vectors.raw())) {
            convert(recording); // what ended before it could
        }
        if (vectors.tasks().isEmpty()) {
            throw RunbenchException.badInput(run + ": this run has no vectors of blocks")
                    .remedy("run the program again with --emulate --bbv, e.g. runbench sample --emulate --bbv -- PROGRAM");
        }
        IntervalReport report = analysis.of(vectors, display.start("clustering intervals", " tasks"));
        display.close();
        return report;
    }

    /** What a reading gathers to place a run's intervals along it; empty where it has no vectors. */
    static Optional<Requested<TaskCourses>> gathered(RunView view) {
        Recording recording = view.periods().recording();
        if (!recording.metadata().countsInstructions()) {
            return Optional.empty();
        }
        List<Integer> tasks = VectorFolder.beside(recording.path()).tasks();
        return tasks.isEmpty() ? Optional.empty()
                : Optional.of(view.gathered(TaskCourses.collector(view.periods(), tasks)));
    }

    /**
     * The same summary with the intervals that were chosen last, by the run itself or by {@code runbench simpoints};
     * where nothing was chosen yet it is now. What keeps that from being done is a note of the summary: all else in it
     * is as good without.
     */
    static RunSummary placed(RunSummary summary, Recording recording, TaskCourses courses, ProgressDisplay display) {
        VectorFolder vectors = VectorFolder.beside(recording.path());
        try {
            IntervalReport report = vectors.lastChoice()
                    .orElseGet(() -> USUAL.of(vectors, display.start("clustering intervals", " tasks")));
            return summary.with(PlacedIntervals.of(report, courses));
        } catch (RunbenchException e) {
            return summary.withNote("which intervals stand for it is not told: " + e.getMessage());
        } finally {
            display.close();
        }
    }
}
