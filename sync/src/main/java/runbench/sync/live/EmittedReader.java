package runbench.sync.live;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One reader's position in an {@link EmittedLog}. Not thread-safe. */
public final class EmittedReader {
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
