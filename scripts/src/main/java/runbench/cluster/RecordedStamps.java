package runbench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.export.Exports;
import runbench.parser.export.ReferenceColumns;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.sync.convert.ConversionTally;
import runbench.sync.model.Chain;

/** A run's recording as samples.csv, each period's end in the reference's time. */
public final class RecordedStamps {
    private static final byte[] MAGIC = "RUNBREC\n".getBytes(StandardCharsets.US_ASCII);

    private RecordedStamps() {
    }

    /** Whether this is a recording, or the folder of a run with one. */
    public static boolean isRecording(Path path) throws IOException {
        Path file = file(path);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }

    private static Path file(Path path) {
        return Files.isDirectory(path) ? path.resolve("samples.rec") : path;
    }

    /**
     * Writes the table.
     *
     * @param path  a recording, or a run's folder
     * @param scale what the chain leads to, for the columns' names: ref or utc
     * @return what its reader should know beside it
     */
    public static ConversionTally convert(Path path, Chain chain, String scale, Writer out) {
        Recording recording = Recording.open(file(path));
        ConversionTally tally = new ConversionTally();
        ReferenceColumns columns = new ReferenceColumns(chain.shifted(toClock(chain, recording)), scale, at -> tally.add(chain, at));
        try {
            Exports.csv(Periods.of(recording), columns, out, Progress.NONE);
        } catch (ArithmeticException e) {
            throw RunbenchException.badInput(path + ": its samples are out of reach of the model of " + chain.node() + ": " + e.getMessage())
                    .causedBy(e);
        }
        return tally;
    }

    /** What brings CLOCK_MONOTONIC, by which recordings are stamped, to the model's clock, ns. */
    private static long toClock(Chain chain, Recording recording) {
        return switch (chain.source()) {
            case "monotonic" -> 0;
            // The reference's own stamps are of its clock realtime unless somebody chose another.
            case "realtime", "gettimeofday", "syscall", "" -> recording.metadata().realtimeOffsetNanos();
            default -> throw RunbenchException.badInput(recording.path() + ": recordings are stamped by CLOCK_MONOTONIC, the model of "
                    + chain.node() + " is of the clock " + chain.source()).remedy("Measure with --clock monotonic (best) or realtime");
        };
    }
}
