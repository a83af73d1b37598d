package runbench.sync.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import runbench.base.file.PrivateFile;

/**
 * The emitted events in order: a file of lines ({@link LiveLine}) that only grows. The one receiver appends. Displays
 * read from the file at their own positions. A slow display therefore needs no queue, misses nothing, and does not
 * delay the others.
 */
public final class EmittedLog implements AutoCloseable {
    /** File name within the folder of a log. */
    public static final String NAME = "emitted.ndjson";
    private static final int INDEXED_EVERY = 1024;
    private static final int CHUNK = 1 << 16;

    private final FileChannel channel;
    private final NavigableMap<Long, Long> offsets = new TreeMap<>();
    private long end;
    private long last;
    private boolean closed;

    private EmittedLog(FileChannel channel) {
        this.channel = channel;
        offsets.put(1L, 0L);
    }

    /**
     * Opens a log to append behind its last line. An unfinished last line of a killed receiver is truncated.
     *
     * @throws IOException if the file cannot be opened
     */
    public static EmittedLog append(Path file) throws IOException {
        EmittedLog log = new EmittedLog(
                PrivateFile.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        log.scan();
        log.channel.truncate(log.end);
        return log;
    }

    /** Opens a log to read. While another process appends, {@link #refresh} reads the new lines. */
    public static EmittedLog read(Path file) throws IOException {
        EmittedLog log = new EmittedLog(FileChannel.open(file, StandardOpenOption.READ));
        log.scan();
        return log;
    }

    private void scan() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
        long at = end;
        while (channel.read(buffer.clear(), at) > 0) {
            for (int i = 0; i < buffer.position(); i++) {
                if (buffer.get(i) == '\n') {
                    line(at + i + 1);
                }
            }
            at += buffer.position();
        }
    }

    private void line(long behind) {
        last++;
        end = behind;
        if (last % INDEXED_EVERY == 0) {
            offsets.put(last + 1, behind);
        }
    }

    /** Returns the number of the last event; 0 if there is none. */
    public synchronized long last() {
        return last;
    }

    /**
     * Appends events.
     *
     * @param events events numbered from {@link #last} + 1
     */
    public void add(List<LiveEvent> events) throws IOException {
        if (events.isEmpty()) {
            return;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream(400 * events.size());
        int[] ends = new int[events.size()];
        for (int i = 0; i < ends.length; i++) {
            LiveLine.write(events.get(i), text);
            text.write('\n');
            ends[i] = text.size();
        }
        ByteBuffer bytes = ByteBuffer.wrap(text.toByteArray());
        long from = end;
        while (bytes.hasRemaining()) {
            channel.write(bytes, from + bytes.position());
        }
        synchronized (this) {
            for (int behind : ends) {
                line(from + behind);
            }
            notifyAll();
        }
    }

    /** Reads the lines that another process appended. */
    public synchronized void refresh() throws IOException {
        scan();
        notifyAll();
    }

    /**
     * Waits for an event with this number.
     *
     * @return false if the log was closed or the time expired before
     */
    public synchronized boolean await(long number, long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (last < number && !closed) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return last >= number;
    }

    /** Returns whether the log is closed. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Returns a reader.
     *
     * @param from number of the first event; values below 1 count back from the end, and 0 is the next event
     */
    public synchronized EmittedReader reader(long from) {
        long first = Math.max(1, from < 1 ? last + 1 + from : from);
        Map.Entry<Long, Long> near = offsets.floorEntry(first);
        return new EmittedReader(this, first, near.getKey(), near.getValue());
    }

    /** Returns the end of the last complete line, bytes. */
    synchronized long end() {
        return end;
    }

    int read(ByteBuffer into, long at) throws IOException {
        return channel.read(into, at);
    }

    /**
     * Returns lines of events as text.
     *
     * @param from number of the first one, from 1
     * @param most maximum number of lines; fewer if there are no more
     */
    public List<String> lines(long from, int most) throws IOException {
        List<String> lines = new ArrayList<>();
        reader(Math.max(1, from)).read(most, (number, bytes, offset, length) -> lines
                .add(new String(bytes, offset, length, StandardCharsets.UTF_8)));
        return lines;
    }

    /** Closes the log and wakes the waiting readers. The file can no longer be read through this object. */
    @Override
    public void close() throws IOException {
        finish();
        channel.close();
    }

    /** Marks the log as closed; the events in it can still be read. */
    public synchronized void finish() {
        closed = true;
        notifyAll();
    }

    /** One reader's position in an {@link EmittedLog}. Not thread-safe. */
    public static final class EmittedReader {
        private static final int CHUNK = 1 << 16;

        private final EmittedLog log;
        private final long first;
        private byte[] buffer = new byte[CHUNK];
        private long at;
        private long next;

        /** Receives the lines of the file. */
        @FunctionalInterface
        public interface Lines {
            /**
             * Receives one line.
             *
             * @param number number of the event
             * @param bytes UTF-8; valid until the method returns
             * @param offset first byte of the line
             * @param length length of the line, bytes
             */
            void line(long number, byte[] bytes, int offset, int length) throws IOException;
        }

        /**
         * Creates a reader.
         *
         * @param log the log
         * @param first number of the first line to deliver
         * @param number number of a line at or before {@code first}
         * @param at position of that line, bytes
         */
        EmittedReader(EmittedLog log, long first, long number, long at) {
            this.log = log;
            this.first = first;
            this.next = number;
            this.at = at;
        }

        /** Returns the number of the next event, even if it has not arrived yet. */
        public long next() {
            return Math.max(first, next);
        }

        /**
         * Reads the available lines.
         *
         * @param most maximum number of lines
         * @param to receives the lines
         * @return number of lines; 0 if there are no more yet
         */
        public int read(int most, Lines to) throws IOException {
            int lines = 0;
            long until = log.end();
            while (lines < most && at < until) {
                ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, (int) Math.min(buffer.length, until - at));
                if (log.read(chunk, at) <= 0) {
                    break;
                }
                int start = 0;
                for (int i = 0; i < chunk.position() && lines < most; i++) {
                    if (buffer[i] == '\n') {
                        if (next >= first) {
                            to.line(next, buffer, start, i - start);
                            lines++;
                        }
                        next++;
                        start = i + 1;
                    }
                }
                at += start;
                if (start == 0) {
                    buffer = new byte[2 * buffer.length];
                }
            }
            return lines;
        }
    }
}
