package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.AT_BYTES;
import static runbench.pas2p.trace.TraceFormat.AT_COMPUTE;
import static runbench.pas2p.trace.TraceFormat.AT_MPI;
import static runbench.pas2p.trace.TraceFormat.AT_NUMBER;
import static runbench.pas2p.trace.TraceFormat.AT_T0;
import static runbench.pas2p.trace.TraceFormat.AT_T1;
import static runbench.pas2p.trace.TraceFormat.FINALIZE;
import static runbench.pas2p.trace.TraceFormat.INIT;
import static runbench.pas2p.trace.TraceFormat.RECORD_BYTES;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.container.ContainerReader;
import runbench.base.container.Intact;
import runbench.base.container.ReadRecords;
import runbench.base.container.RecordInspector;
import runbench.base.error.RunbenchException;

/**
 * When one rank passed the cuts of a signature: records of a trace, but only those of MPI_Init, of the events at the
 * cuts, and of MPI_Finalize. Times are by the clock of the rank's node. What a killed rank had passed is there.
 *
 * @param cuts by the number of the last send or collective before the cut; 0 is the exit of MPI_Init
 * @param finalizeNanos entry of MPI_Finalize, or the rank's stop; null: not reached
 * @param complete written to its end
 * @param trailer what the rank summed up at its end; empty without
 */
public record CutFile(RankHeader header, Map<Long, Cut> cuts, Long finalizeNanos, boolean complete, JsonNode trailer) {
    /** The name of a rank's file. */
    public static final String SUFFIX = ".cuts";

    /**
     * One cut, passed.
     *
     * @param nanos exit of its event
     * @param computeNanos outside MPI up to the entry of its event, from any point: only differences count, where
     *     clocks were read
     * @param mpiNanos inside MPI up to its exit, likewise
     * @param content of the latest events there ({@link EventContent})
     */
    public record Cut(long nanos, long computeNanos, long mpiNanos, long content) {}

    public static Path fileOf(Path directory, int rank) {
        return directory.resolve(String.format("%s%05d%s", TraceFormat.FILE_PREFIX, rank, SUFFIX));
    }

    /** @throws RunbenchException no such file, or it has no readable header */
    public static RankHeader header(Path file) {
        return RankHeader.read(file, TraceFormat.CUTS);
    }

    /**
     * How many records a file that is being written holds; for progress, unchecked. @param seen it held at least so
     * many
     */
    public static long recordsSoFar(Path file, long seen) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer kind = ByteBuffer.allocate(1);
            long first = header(file).headerBytes();
            long count = seen;
            while (channel.read(kind.clear(), first + count * RECORD_BYTES) == 1 && kind.get(0) > 0
                    && kind.get(0) < TraceFormat.END) {
                count++;
            }
            return count;
        } catch (RunbenchException halfWritten) {
            return 0;
        }
    }

    /**
     * The number of the last cut among the first so many records of a file that is being written; unchecked, 0: not to
     * be told.
     */
    public static long lastPassed(Path file, long records) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            long first = header(file).headerBytes();
            for (long at = records - 1; at >= 0; at--) {
                if (channel.read(record.clear(), first + at * RECORD_BYTES) == RECORD_BYTES
                        && record.get(0) < TraceFormat.SEAL) {
                    return Integer.toUnsignedLong(record.getInt(AT_NUMBER));
                }
            }
            return 0;
        } catch (RunbenchException halfWritten) {
            return 0;
        }
    }

    /** @throws RunbenchException it cannot be read */
    public static CutFile read(Path file) {
        RankHeader header = header(file);
        Collected seen = new Collected();
        try (FileChannel channel = FileChannel.open(file)) {
            long count = header.container().recordsIn(channel.size());
            try (ReadRecords windows = new ReadRecords(file, header.headerBytes(), RECORD_BYTES, count,
                    (int) Math.max(1, Math.min(count, TraceFormat.SEAL_RECORDS + 1)), true)) {
                Intact found = ContainerReader.check(channel, header.container(), windows, seen);
                return new CutFile(header, Map.copyOf(seen.cuts), seen.finalizeNanos, found.complete(),
                        found.complete() ? found.trailer() : JsonNodeFactory.instance.objectNode());
            }
        } catch (IOException | UncheckedIOException e) {
            Throwable why = e instanceof UncheckedIOException ? e.getCause() : e;
            throw RunbenchException.badInput(file + ": cannot be read: " + why.getMessage()).causedBy(e);
        }
    }

    private static final class Collected implements RecordInspector {
        private final Map<Long, Cut> cuts = new HashMap<>();
        private final List<Long> unsealed = new ArrayList<>();
        private Long finalizeNanos;
        private boolean finalizeSealed;
        /** Numbers may go back: a rank that found where it is counts from there, and passes cuts again. */
        private long last = Long.MIN_VALUE;

        @Override
        public boolean record(ByteBuffer window, int at, int kind) {
            long number = Integer.toUnsignedLong(window.getInt(at + AT_NUMBER));
            long t0 = window.getLong(at + AT_T0);
            long t1 = window.getLong(at + AT_T1);
            if (t1 < t0 || t0 < last) {
                return false;
            }
            last = t0;
            if (kind == FINALIZE) {
                finalizeNanos = t0;
            } else {
                cuts.put(number,
                        new Cut(t1, window.getLong(at + AT_COMPUTE),
                                window.getLong(at + AT_MPI) + (kind == INIT ? 0 : t1 - t0),
                                kind == INIT ? 0 : window.getLong(at + AT_BYTES)));
                unsealed.add(number);
            }
            return true;
        }

        @Override
        public void sealed() {
            unsealed.clear();
            finalizeSealed = finalizeNanos != null;
        }

        @Override
        public void rollBack() {
            unsealed.forEach(cuts::remove);
            finalizeNanos = finalizeSealed ? finalizeNanos : null;
        }

        @Override
        public boolean followed() {
            return true;
        }
    }
}
