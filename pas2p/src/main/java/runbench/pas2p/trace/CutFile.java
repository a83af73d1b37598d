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
import runbench.base.container.ContainerReader.RecordInspector;
import runbench.base.container.Intact;
import runbench.base.container.RecordWindows.ReadRecords;
import runbench.base.error.RunbenchException;

/**
 * The times at which one rank passed the cuts of a signature: a trace that contains only the records of MPI_Init, of
 * the events at the cuts, and of MPI_Finalize. Times are in the clock of the rank's node. The file of a killed rank
 * contains the cuts that it passed.
 *
 * @param cuts by the number of the last send or collective before the cut; 0 is the exit from MPI_Init
 * @param finalizeNanos entry into MPI_Finalize, or the rank's stop; null: not reached
 * @param complete true: written to its end
 * @param trailer the rank's summary; empty without an end
 */
public record CutFile(RankHeader header, Map<Long, Cut> cuts, Long finalizeNanos, boolean complete, JsonNode trailer) {
    /** The suffix of a rank's file. */
    public static final String SUFFIX = ".cuts";

    /**
     * One passed cut.
     *
     * @param nanos exit of its event
     * @param computeNanos CPU time outside MPI up to the entry of its event, from an arbitrary start: only differences
     *     are valid, where clocks were read
     * @param mpiNanos time inside MPI up to its exit, likewise
     * @param content hash of the latest events there ({@link EventContent})
     */
    public record Cut(long nanos, long computeNanos, long mpiNanos, long content) {}

    public static Path fileOf(Path directory, int rank) {
        return directory.resolve(String.format("%s%05d%s", TraceFormat.FILE_PREFIX, rank, SUFFIX));
    }

    /**
     * Reads a header.
     *
     * @throws RunbenchException there is no such file, or it has no readable header
     */
    public static RankHeader header(Path file) {
        return RankHeader.read(file, TraceFormat.CUTS);
    }

    /**
     * Returns the number of records of an incomplete file; for progress, unchecked.
     *
     * @param seen known minimum number of records
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

    /** Returns the number of the last cut among the first records of an incomplete file; unchecked; 0: unknown. */
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

    /**
     * Reads a file.
     *
     * @throws RunbenchException it cannot be read
     */
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
        /**
         * The last event number. Numbers may decrease: a rank that finds its position resumes counting there and passes
         * cuts again.
         */
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
