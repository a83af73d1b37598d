package runbench.measure.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import runbench.base.progress.ProgressDisplay;
import runbench.base.quantity.Durations;
import runbench.measure.KeptRecord;
import runbench.measure.RunFolder;
import runbench.measure.RunState;
import runbench.measure.machine.Metrics;
import runbench.parser.compare.Circumstances;
import runbench.parser.compare.RunValues;
import runbench.parser.compare.SummaryValues;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.RunView;

/**
 * A finished run with the data that a comparison needs.
 *
 * @param path folder of the run, or its recording
 * @param summary summary of the recording; null: there is no recording
 * @param record contents of run.json; empty: there is none
 */
record KeptRun(Path path, RunSummary summary, Optional<KeptRecord> record) {
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
        return new KeptRun(path, Files.exists(folder.recording()) ? summary(Recording.open(folder.recording())) : null,
                record);
    }

    private static RunSummary summary(Recording recording) {
        RunView view = RunView.of(recording, Metrics.of(recording, null));
        var asked = view.summary();
        view.read(ProgressDisplay.NONE.start("", ""));
        return asked.get();
    }

    /** Returns the reason why the run cannot be compared; empty if it can. */
    Optional<String> objection() {
        RunState state = record.map(KeptRecord::state).orElse(RunState.FINISHED);
        if (state != RunState.FINISHED) {
            return Optional.of(path + ": " + state.name().toLowerCase(Locale.ROOT)
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
        return SummaryValues.of(path.toString(), record.map(KeptRecord::started).orElse(null), summary);
    }

    Circumstances circumstances() {
        return Circumstances.of(summary).executables(record.map(KeptRecord::executables).orElse(List.of()));
    }
}
