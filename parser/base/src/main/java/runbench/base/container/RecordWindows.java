package runbench.base.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The records of a file as one array. Windows of whole records allow files of any size. */
public interface RecordWindows {
    /** Returns the number of records. */
    long count();

    int recordBytes();

    /**
     * Returns the window that contains a record. It is valid until the next call if {@code this} is not safe for
     * several threads.
     */
    ByteBuffer window(long record);

    /** Returns the offset of a record in its {@link #window}, bytes. The window must have been requested before. */
    int position(long record);

    /** Returns the first record after the {@link #window} that contains {@code record}. */
    long windowEnd(long record);

    /**
     * The records of a file as one array, mapped in windows of whole records, so that the file's size is not limited.
     * The number of windows is derived from the file's size, not from the file's content. Safe for several threads.
     */
    final class MappedRecords implements RecordWindows {
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

    /**
     * Records that are read window by window instead of mapped. If the file shrinks during the read, the result is an
     * error message instead of a JVM crash. The memory use is limited to one window. For one thread; forward reading is
     * the most efficient.
     */
    final class ReadRecords implements RecordWindows, AutoCloseable {
        /** The buffer of a thread's {@link #words}. */
        private static final ThreadLocal<ByteBuffer> SHARED = new ThreadLocal<>();

        private final Path file;
        private final ByteSource.Opener opener;
        private final long offset;
        private final int recordBytes;
        private final long count;
        private final boolean keepOpen;
        private final int windowBytes;
        /** The current window; null: none was requested. */
        private ByteBuffer buffer;
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
            this(file, () -> ByteSource.of(FileChannel.open(file)), offset, recordBytes, count, windowRecords,
                    keepOpen);
        }

        /**
         * Creates an array of records in a source, otherwise as
         * {@link #ReadRecords(Path, long, int, long, int, boolean)}.
         *
         * @param opener opens the file's decoded content
         */
        public ReadRecords(Path file, ByteSource.Opener opener, long offset, int recordBytes, long count,
                int windowRecords, boolean keepOpen) {
            this.file = file;
            this.opener = opener;
            this.offset = offset;
            this.recordBytes = recordBytes;
            this.count = count;
            this.keepOpen = keepOpen;
            windowBytes = windowRecords * recordBytes;
        }

        private static ByteBuffer allocate(int bytes) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
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
            end = first;
            if (buffer == null) {
                buffer = allocate(windowBytes);
            }
            fill(buffer, record);
            first = record;
            end = record + buffer.limit() / recordBytes;
        }

        private void fill(ByteBuffer window, long record) throws IOException {
            if (channel == null) {
                channel = opener.open();
            }
            long place = offset + record * recordBytes;
            window.clear().limit((int) Math.min(windowBytes, (count - record) * recordBytes));
            while (window.hasRemaining()) {
                if (channel.read(window, place + window.position()) < 0) {
                    throw new IOException(file + " became shorter while it was read");
                }
            }
            if (!keepOpen) {
                close();
            }
        }

        /**
         * Reads the window that starts at a record, as 64-bit words. The readers of a thread share one buffer, which
         * remains in the processor's cache.
         *
         * @param spare array to reuse if it is long enough
         * @return the words of {@link #windowRecords} records, at the start of the array
         * @throws UncheckedIOException as for {@link #window}
         */
        public long[] words(long record, long[] spare) {
            ByteBuffer shared = SHARED.get();
            if (shared == null || shared.capacity() < windowBytes) {
                shared = allocate(windowBytes);
                SHARED.set(shared);
            }
            try {
                fill(shared, record);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            int size = shared.limit() / Long.BYTES;
            long[] words = spare.length < size ? new long[size] : spare;
            shared.flip().asLongBuffer().get(words, 0, size);
            return words;
        }

        /** Returns the number of records in the window that starts at a record. */
        public int windowRecords(long record) {
            return (int) Math.min(windowBytes / recordBytes, count - record);
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
}
