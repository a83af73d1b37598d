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
import runbench.parser.export.ReferenceColumns;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.sync.convert.ConversionTally;
import runbench.sync.model.NodeModel;

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
     * @param path a recording, or a run's folder
     * @param models of its node's clock, see {@link RecordingClock#of}
     * @param utc times in UTC instead of the reference's
     * @return what its reader should know beside it
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
     * @param timeline takes CLOCK_MONOTONIC of the machine that recorded, ns
     * @param name of the other time, for the columns
     * @param each shown where each period was placed
     * @throws ArithmeticException where a stamp is out of reach of the timeline
     */
    public static void write(Recording recording, Timeline timeline, String name, Consumer<PlacedStamp> each,
            Writer out, Progress progress) {
        Exports.csv(Periods.of(recording), new ReferenceColumns(timeline, name, each), out, progress);
    }
}
