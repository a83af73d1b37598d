package runbench.sync.eventlog;

import static runbench.sync.eventlog.LogFormat.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import runbench.base.container.ByteSource;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.container.RecordWindows;
import runbench.base.error.RunbenchException;

/**
 * A reader of a log file whose bytes are still arriving in order. It ignores seals: the transport guarantees the bytes,
 * and {@link LogFile} checks the file. Not thread-safe.
 */
public final class LogStream {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_HEADER_BYTES = 1 << 20;
    private static final int HEADER_LENGTH = 12;
    private static final int HEADER_FIXED = 64;

    private final Path name;
    private final Arrived records = new Arrived();
    private final LogCursor cursor = LogCursor.growing(records);
    private byte[] waiting = new byte[0];
    private ContainerHeader header;
    private int lastNumber;
    private boolean over;
    private boolean full;
    private long trailerBytes;
    private JsonNode trailer;
    private String damage;

    /**
     * Creates a reader.
     *
     * @param name name of the file, for messages
     */
    public LogStream(String name) {
        this.name = Path.of(name);
    }

    /** The arrived records that were not read yet. */
    private final class Arrived implements RecordWindows {
        private ByteBuffer buffer = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
        private long first;
        private long end;

        /** Adds records behind the unread ones. */
        void add(byte[] bytes, int from, int records) {
            int keep = (int) Math.max(0, end - Math.max(first, cursor.index() + 1));
            ByteBuffer more = ByteBuffer.allocate((keep + records) * RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            more.put(buffer.array(), buffer.capacity() - keep * RECORD_BYTES, keep * RECORD_BYTES)
                    .put(bytes, from, records * RECORD_BYTES);
            buffer = more;
            first = end - keep;
            end += records;
        }

        /**
         * Returns the number of complete records. A text is complete with the record that it belongs to; a seal may
         * precede that record.
         */
        long complete() {
            long complete = end;
            while (complete > Math.max(first, cursor.index() + 1)
                    && (kind(complete - 1) == TEXT || kind(complete - 1) == SEAL)) {
                complete--;
            }
            return complete;
        }

        private int kind(long record) {
            return buffer.get(position(record));
        }

        @Override
        public long count() {
            return end;
        }

        @Override
        public int recordBytes() {
            return RECORD_BYTES;
        }

        @Override
        public ByteBuffer window(long record) {
            return buffer;
        }

        @Override
        public int position(long record) {
            return (int) (record - first) * RECORD_BYTES;
        }

        @Override
        public long windowEnd(long record) {
            return end;
        }
    }

    /**
     * Adds bytes of the file. Then call {@link #advance} until it returns false. Bytes after the trailer or after
     * damage are ignored.
     */
    public void append(byte[] bytes, int from, int length) {
        if (trailer != null || damage != null) {
            return;
        }
        int had = waiting.length;
        waiting = Arrays.copyOf(waiting, had + length);
        System.arraycopy(bytes, from, waiting, had, length);
        int at = header == null ? readHeader() : 0;
        if (header == null) {
            return;
        }
        if (!over) {
            int whole = check(at, (waiting.length - at) / RECORD_BYTES);
            records.add(waiting, at, whole);
            waiting = Arrays.copyOfRange(waiting, at + (whole + (over ? 1 : 0)) * RECORD_BYTES, waiting.length);
            cursor.come(records.complete());
        }
        if (over && damage == null && waiting.length >= trailerBytes) {
            readTrailer();
        }
    }

    private void readTrailer() {
        try {
            trailer = JSON.readTree(waiting, 0, (int) trailerBytes);
        } catch (IOException e) {
            damage = name + ": its trailer cannot be read: " + e.getMessage();
        }
    }

    /**
     * Reads the header.
     *
     * @return position of the first record; 0 if the header is incomplete
     */
    private int readHeader() {
        if (waiting.length < HEADER_FIXED) {
            return 0;
        }
        int bytes = ByteBuffer.wrap(waiting).order(ByteOrder.LITTLE_ENDIAN).getInt(HEADER_LENGTH);
        if (bytes > waiting.length && bytes <= MAX_HEADER_BYTES) {
            return 0;
        }
        try {
            header = ContainerReader.header(new InMemory(waiting), name, CONTAINER);
            return header.headerBytes();
        } catch (RunbenchException | IOException e) {
            damage = e.getMessage();
            return 0;
        }
    }

    /**
     * Checks records.
     *
     * @return number of valid consecutive records
     */
    private int check(int at, int count) {
        ByteBuffer window = ByteBuffer.wrap(waiting).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            int record = at + i * RECORD_BYTES;
            int kind = window.get(record);
            if (kind == END) {
                over = true;
                trailerBytes = window.getLong(record + AT_ID);
                if (trailerBytes < 0 || trailerBytes > MAX_HEADER_BYTES) {
                    damage = name + ": its end record announces a trailer of " + trailerBytes + " bytes";
                }
                return i;
            }
            if (kind == SEAL) {
                continue;
            }
            int number = window.getInt(record + AT_NUMBER);
            if (kind < EVENT || kind > FULL || !LogCursor.plausible(window, record, kind) || number != lastNumber + 1) {
                damage = name + ": no record number follows " + lastNumber;
                return i;
            }
            lastNumber = number;
            full |= kind == FULL;
        }
        return count;
    }

    /**
     * Moves to the next event.
     *
     * @return false if no more has arrived
     */
    public boolean advance() {
        return header != null && cursor.advance();
    }

    /** Returns the current event, after {@link #advance}. */
    public LogCursor cursor() {
        return cursor;
    }

    /** Returns the id of the process; -1 before the header has arrived. */
    public int pid() {
        return header == null ? -1 : header.fields().getInt(HEADER_PID);
    }

    /** Returns CLOCK_REALTIME - CLOCK_MONOTONIC at the creation of the file, ns; defined once there is an event. */
    public long realtimeMinusClockNanos() {
        return header.metadata().path("realtime_minus_clock_ns").asLong();
    }

    /** Returns whether the process ran out of space: its disk was full, or the file reached its limit. */
    public boolean isFull() {
        return full;
    }

    /** Returns whether the process closed the file. */
    public boolean isComplete() {
        return trailer != null;
    }

    /** Returns the number of dropped events as {@link LogFile#dropped()}; -1 if unknown, at least one. */
    public long dropped() {
        return trailer != null ? trailer.path("dropped").asLong() : full || header == null && damage == null ? -1 : 0;
    }

    /** Returns the reason why further bytes are ignored; empty if there is none. */
    public Optional<String> damage() {
        return Optional.ofNullable(damage);
    }

    private record InMemory(byte[] bytes) implements ByteSource {
        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(ByteBuffer into, long offset) {
            int n = (int) Math.min(into.remaining(), bytes.length - offset);
            if (n <= 0) {
                return -1;
            }
            into.put(bytes, (int) offset, n);
            return n;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
