package runbench.base.container;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The records of a file as one array, mapped in windows of whole records, so that the file's size is not limited. The
 * number of windows is derived from the file's size, not from the file's content. Safe for several threads.
 */
public final class MappedRecords implements RecordWindows {
    public static final long WINDOW_BYTES = 256L << 20;

    private final MappedByteBuffer[] windows;
    private final int recordBytes;
    private final int perWindow;
    private final long count;

    /**
     * Maps all records.
     *
     * @param channel the file, open for reading
     * @param offset offset of the first record, bytes
     * @param recordBytes width of a record, bytes
     * @param count number of records
     * @param windowBytes size of a window, bytes: at least one record, at most 2 GiB
     * @throws IOException the file cannot be mapped
     */
    public MappedRecords(FileChannel channel, long offset, int recordBytes, long count, long windowBytes)
            throws IOException {
        this.recordBytes = recordBytes;
        this.count = count;
        perWindow = (int) (windowBytes / recordBytes);
        windows = new MappedByteBuffer[Math.toIntExact((count + perWindow - 1) / perWindow)];
        for (int w = 0; w < windows.length; w++) {
            long first = (long) w * perWindow;
            long records = Math.min(perWindow, count - first);
            windows[w] = channel.map(FileChannel.MapMode.READ_ONLY, offset + first * recordBytes,
                    records * recordBytes);
            windows[w].order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public int recordBytes() {
        return recordBytes;
    }

    @Override
    public ByteBuffer window(long record) {
        return windows[(int) (record / perWindow)];
    }

    @Override
    public int position(long record) {
        return (int) (record % perWindow) * recordBytes;
    }

    @Override
    public long windowEnd(long record) {
        return Math.min(count, (record / perWindow + 1) * perWindow);
    }
}
