package runbench.parser.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * The records of a file as one array, mapped in windows that hold whole records, so that no file is too large. The
 * number of windows follows from the file's size, not from anything written in it. Safe for several threads.
 */
final class MappedRecords {
    static final long WINDOW_BYTES = 256L << 20;

    private final MappedByteBuffer[] windows;
    private final int recordBytes;
    private final int perWindow;
    private final long count;

    /** @param windowBytes at least one record, at most 2 GiB */
    MappedRecords(FileChannel channel, long offset, int recordBytes, long count, long windowBytes) throws IOException {
        this.recordBytes = recordBytes;
        this.count = count;
        perWindow = (int) (windowBytes / recordBytes);
        windows = new MappedByteBuffer[Math.toIntExact((count + perWindow - 1) / perWindow)];
        for (int w = 0; w < windows.length; w++) {
            long first = (long) w * perWindow;
            long records = Math.min(perWindow, count - first);
            windows[w] = channel.map(FileChannel.MapMode.READ_ONLY, offset + first * recordBytes, records * recordBytes);
            windows[w].order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    long count() {
        return count;
    }

    int recordBytes() {
        return recordBytes;
    }

    ByteBuffer window(long record) {
        return windows[(int) (record / perWindow)];
    }

    /** Place of a record in its {@link #window}. */
    int position(long record) {
        return (int) (record % perWindow) * recordBytes;
    }

    /** First record behind the window that holds {@code record}. */
    long windowEnd(long record) {
        return Math.min(count, (record / perWindow + 1) * perWindow);
    }

    /** CRC32C of the records {@code from .. to - 1}. */
    int crc(long from, long to) {
        CRC32C crc = new CRC32C();
        for (long at = from; at < to; ) {
            long end = Math.min(to, windowEnd(at));
            ByteBuffer part = window(at).duplicate();
            int position = position(at);
            part.limit(position + (int) (end - at) * recordBytes).position(position);
            crc.update(part);
            at = end;
        }
        return (int) crc.getValue();
    }
}
