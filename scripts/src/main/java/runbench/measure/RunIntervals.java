package runbench.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
import runbench.parser.record.Recording;
import runbench.parser.simpoint.IntervalAnalysis;
import runbench.parser.simpoint.IntervalReport;
import runbench.parser.simpoint.VectorFolder;
import runbench.parser.symbols.SymbolPlaces;
import runbench.parser.symbols.SymbolResolver;

/** Vectors of the blocks that an emulated run executed, and the intervals that stand for it. */
public final class RunIntervals {
    private RunIntervals() {
    }

    /** Makes SimPoint's files of what the emulator wrote, right after the run: later the program may be another. */
    static void convert(Recording recording) {
        VectorFolder.beside(recording.path()).convert(recording.metadata().events(), new SymbolResolver(SymbolPlaces.afterTheRun(), Demangler::demangle));
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
}
