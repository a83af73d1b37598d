package runbench.base.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Records that are read window by window instead of mapped. If the file shrinks during the read, the result is an error
 * message instead of a JVM crash. The memory use is limited to one window. For one thread; forward reading is the most
 * efficient.
 */
public final class ReadRecords implements RecordWindows, AutoCloseable {
    private final Path file;
    private final ByteSource.Opener opener;
    private final long offset;
    private final int recordBytes;
    private final long count;
    private final boolean keepOpen;
    private final ByteBuffer buffer;
    private ByteSource channel;
    private long first;
    private long end;

    /**
     * Creates an array of records in a file.
     *
     * @param file path of the file
     * @param offset offset of the first record, bytes
     * @param recordBytes width of a record, bytes
     * @param count number of readable records
     * @param windowRecords number of records to read at a time
     * @param keepOpen false if open files would exceed the limit of the process, because there are many
     */
    public ReadRecords(Path file, long offset, int recordBytes, long count, int windowRecords, boolean keepOpen) {
        this(file, () -> ByteSource.of(FileChannel.open(file)), offset, recordBytes, count, windowRecords, keepOpen);
    }

    /**
     * Creates an array of records in a source, otherwise as {@link #ReadRecords(Path, long, int, long, int, boolean)}.
     *
     * @param opener opens the file's decoded content
     */
    public ReadRecords(Path file, ByteSource.Opener opener, long offset, int recordBytes, long count, int windowRecords,
            boolean keepOpen) {
        this.file = file;
        this.opener = opener;
        this.offset = offset;
        this.recordBytes = recordBytes;
        this.count = count;
        this.keepOpen = keepOpen;
        buffer = ByteBuffer.allocateDirect(windowRecords * recordBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public int recordBytes() {
        return recordBytes;
    }

    /**
     * Reads the window that contains a record.
     *
     * @throws UncheckedIOException the file cannot be read, or became shorter
     */
    @Override
    public ByteBuffer window(long record) {
        if (record < first || record >= end) {
            try {
                read(record);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return buffer;
    }

    private void read(long record) throws IOException {
        if (channel == null) {
            channel = opener.open();
        }
        long place = offset + record * recordBytes;
        end = first;
        buffer.clear().limit((int) Math.min(buffer.capacity(), (count - record) * recordBytes));
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, place + buffer.position()) < 0) {
                throw new IOException(file + " became shorter while it was read");
            }
        }
        if (!keepOpen) {
            close();
        }
        first = record;
        end = record + buffer.limit() / recordBytes;
    }

    @Override
    public int position(long record) {
        return (int) (record - first) * recordBytes;
    }

    @Override
    public long windowEnd(long record) {
        return end;
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            channel = null;
        }
    }
}
