package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads the records of one rank window by window. Windows are read, not mapped: a file that shrinks meanwhile is an
 * error message instead of a dead JVM, and the memory is what it says.
 */
final class RecordCursor implements EventCursor {
    private final Path file;
    private final long end;
    private final boolean keepOpen;
    private final ByteBuffer buffer;
    private FileChannel channel;
    private long offset;
    private int at;
    private int limit;
    private int number;
    private final long[] counts = new long[COUNTS];

    /**
     * @param end           first byte not to read
     * @param windowRecords how many records to read at a time
     * @param keepOpen      false when there are so many ranks that open files run out
     */
    RecordCursor(Path file, long start, long end, int windowRecords, boolean keepOpen) {
        this.file = file;
        this.end = end;
        this.keepOpen = keepOpen;
        this.offset = start;
        this.buffer = ByteBuffer.allocateDirect(windowRecords * RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        this.at = 0;
        this.limit = 0;
    }

    @Override
    public boolean advance() {
        while (advanceAny()) {
            int kind = buffer.get(at);
            if (kind >= SEND && kind <= COLL_START) {
                // Counted here: files of earlier versions number a non-blocking collective where it completed.
                number += kind != RECV && isEvent() ? 1 : 0;
                return true;
            }
            if (kind == COUNTERS) {
                // Stands before the event that it belongs to, which may be in the next window.
                for (int i = 0; i < COUNTS; i++) {
                    counts[i] = buffer.getLong(at + FIRST_COUNT + 8 * i);
                }
            }
        }
        return false;
    }

    /** Steps to the next record of any kind but seals. */
    boolean advanceAny() {
        do {
            at += RECORD_BYTES;
            if (at >= limit && !refill()) {
                return false;
            }
        } while (buffer.get(at) == SEAL);
        return true;
    }

    private boolean refill() {
        long left = end - offset;
        if (left < RECORD_BYTES) {
            at = limit = 0;
            return false;
        }
        try {
            if (channel == null) {
                channel = FileChannel.open(file);
            }
            buffer.clear().limit((int) Math.min(buffer.capacity(), left));
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new IOException(file + " became shorter while it was read");
                }
            }
            if (!keepOpen) {
                channel.close();
                channel = null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        limit = buffer.limit();
        offset += limit;
        at = 0;
        return true;
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int at() {
        return at;
    }

    @Override
    public int kind() {
        return buffer.get(at + AT_KIND);
    }

    @Override
    public int op() {
        return buffer.get(at + AT_OP) & 0xff;
    }

    @Override
    public int flags() {
        return buffer.getShort(at + AT_FLAGS) & 0xffff;
    }

    @Override
    public int peer() {
        return buffer.getInt(at + AT_PEER);
    }

    @Override
    public int tag() {
        return buffer.getInt(at + AT_TAG);
    }

    @Override
    public int comm() {
        return buffer.getInt(at + AT_COMM);
    }

    @Override
    public long bytes() {
        return buffer.getLong(at + AT_BYTES);
    }

    @Override
    public long startNanos() {
        return buffer.getLong(at + AT_T0);
    }

    @Override
    public long endNanos() {
        return buffer.getLong(at + AT_T1);
    }

    @Override
    public long computeNanos() {
        return buffer.getLong(at + AT_COMPUTE);
    }

    @Override
    public long mpiNanos() {
        return buffer.getLong(at + AT_MPI);
    }

    @Override
    public int post() {
        return buffer.getInt(at + AT_POST);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public long count(int i) {
        return counts[i];
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
