package runbench.cli.sync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiFunction;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.parser.export.Exports;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.sync.model.Chain;
import runbench.sync.model.Converted;
import runbench.sync.model.StampTable;
import runbench.sync.model.Tally;

/** A run's recording as samples.csv, each period's end in the reference's time. */
final class RecordedStamps {
    private static final byte[] MAGIC = "RUNBREC\n".getBytes(StandardCharsets.US_ASCII);
    private static final String WALL = "wall_s";

    private RecordedStamps() {
    }

    static boolean isRecording(Path path) throws IOException {
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

    static void convert(Path path, Chain chain, String scale, Tally tally, Appendable out) throws IOException {
        Recording recording = Recording.open(file(path));
        Periods periods = Periods.of(recording);
        long start = periods.startWallNanos() + toClock(chain, recording);
        Path table = Files.createTempFile("runbench", ".csv");
        try {
            Exports.csv(periods, table, Progress.NONE);
            BiFunction<Chain, String, Converted> read = (c, seconds) ->
                    c.toReference(start + new BigDecimal(seconds).movePointRight(9).longValueExact());
            try (BufferedReader in = Files.newBufferedReader(table)) {
                StampTable.convert(path.toString(), in, new StampTable.Columns(WALL, row -> chain, read, false), scale, tally, out);
            }
        } finally {
            Files.delete(table);
        }
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
