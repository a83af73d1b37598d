package runbench.sync.live;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One reader's place in an {@link EmittedLog}: each look goes on where the last one ended. For one thread. */
public final class EmittedReader {
    private static final int CHUNK = 1 << 16;

    private final EmittedLog log;
    private final long first;
    private byte[] buffer = new byte[CHUNK];
    private long at;
    private long next;

    /** Takes lines as they stand in the file. */
    @FunctionalInterface
    public interface Lines {
        /** @param bytes UTF-8; good until this returns */
        void line(long number, byte[] bytes, int offset, int length) throws IOException;
    }

    /**
     * @param first number of the first line wanted
     * @param number of a line at or before it, which begins at {@code at}
     */
    EmittedReader(EmittedLog log, long first, long number, long at) {
        this.log = log;
        this.first = first;
        this.next = number;
        this.at = at;
    }

    /** Number of the event that is read next, also where it is not there yet. */
    public long next() {
        return Math.max(first, next);
    }

    /**
     * Reads what is there.
     *
     * @param most lines at most
     * @return how many; 0: there are no more yet
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
