package runbench.align.clock;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.parser.export.Exports;
import runbench.parser.export.Exports.ReferenceColumns;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.sync.convert.ConversionTally;
import runbench.sync.model.NodeModel;

/** Writes a recording as samples.csv with each period's end in the reference's time. */
public final class RecordedStamps {
    private static final byte[] MAGIC = "RUNBREC\n".getBytes(StandardCharsets.US_ASCII);

    private RecordedStamps() {
    }

    /** Returns whether a path is a recording, or a run's folder with one. */
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
     * @param path recording, or folder of a run
     * @param models models of its node's clock, see {@link RecordingClock#of}
     * @param utc write UTC instead of reference time
     * @return notes for the reader
     */
    public static ConversionTally convert(Path path, List<NodeModel> models, String node, boolean utc, Writer out) {
        Recording recording = Recording.open(file(path));
        RecordingClock clock = RecordingClock.of(recording, models, node, utc);
        ConversionTally tally = new ConversionTally();
        write(recording, clock.timeline(), utc ? "utc" : "ref", at -> tally.add(clock.chain(), at), out, Progress.NONE);
        return tally;
    }

    /**
     * Writes the table.
     *
     * @param timeline maps CLOCK_MONOTONIC of the recording machine, ns
     * @param name name of the other time, for the columns
     * @param each receives the placement of each period
     * @throws ArithmeticException a stamp is out of range of the timeline
     */
    public static void write(Recording recording, Timeline timeline, String name, Consumer<PlacedStamp> each,
            Writer out, Progress progress) {
        Exports.csv(Periods.of(recording), new ReferenceColumns(timeline, name, each), out, progress);
    }
}
