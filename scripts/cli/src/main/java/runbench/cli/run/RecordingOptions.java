package runbench.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.align.run.ClusterRun;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFolder;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.RunName;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.measure.RunRecord.StoredRecord;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;

/** Options of commands that read a recording. */
public final class RecordingOptions extends PrintedOptions {
    @Parameters(paramLabel = "RUN", converter = RunName.class,
            description = "A recording (samples.rec), or a run: " + RunName.FORMS + ".")
    private Path run;

    @Option(names = "--metrics", paramLabel = "LIST", order = 10,
            description = "Metrics to compute from the counts: ipc,l1d_miss_ratio, all, none (default: the "
                    + "metrics of the run's own --metrics; 'runbench metrics' lists them).")
    private String metrics;

    @Option(names = "--processor", paramLabel = "ID", order = 11,
            description = "The processor of a recording that does not name it: zen5, icelake, ... ('runbench metrics "
                    + "--processor all' names them).")
    private String processor;

    private JsonNode content = MissingNode.getInstance();

    /** Returns whether it is the folder of a run on many nodes. */
    boolean isCluster() {
        return ClusterRun.isOne(run);
    }

    ClusterRun cluster() {
        return ClusterRun.read(run);
    }

    Recording open() {
        Recording recording = RunRecord.recording(run);
        StoredRecord record = RunRecord.stored(run);
        record.damage().ifPresent(this::note);
        content = record.content();
        return recording;
    }

    /** Returns the contents of the opened run's record; a missing node if there is none or it cannot be read. */
    JsonNode record() {
        return content;
    }

    List<Metric> metrics(Recording recording) {
        return Metrics.of(recording, metrics, processor);
    }

    /** Returns the output folder: the given one, or that of the recording. */
    static RunFolder folder(Recording recording, Path asked) throws IOException {
        return new RunFolder(
                asked != null ? OutputFolder.create(asked) : recording.path().toAbsolutePath().getParent());
    }

    /** Options that select a part of a run. */
    static final class WindowOptions {
        @Option(names = "--from", paramLabel = "TIME", order = 12, converter = NanosOrSeconds.class,
                description = "Start of the part: 2s, 300ms after the start of the run, on the chart's axis.")
        private Long from;

        @Option(names = "--to", paramLabel = "TIME", order = 13, converter = NanosOrSeconds.class,
                description = "End of the part.")
        private Long to;

        @Option(names = "--phase", paramLabel = "NAME", order = 14,
                description = "Only this phase (B), named as in the summary.")
        private String phase;

        boolean asked() {
            return from != null || to != null || phase != null;
        }

        /** Returns the start in seconds; null: the start of the run. */
        Double from() {
            return seconds(from);
        }

        /** Returns the end in seconds; null: the end of the run. */
        Double to() {
            return seconds(to);
        }

        /** Returns the phase; null: all. */
        String phase() {
            return phase;
        }

        /** @throws RunbenchException (bad input) --phase was given */
        void rejectPhase(String why) {
            if (phase != null) {
                throw RunbenchException.badInput("--phase " + phase + ": " + why)
                        .remedy("choose a part with --from and --to");
            }
        }

        private static Double seconds(Long nanos) {
            return nanos == null ? null : (Double) (nanos / 1e9);
        }
    }
}
