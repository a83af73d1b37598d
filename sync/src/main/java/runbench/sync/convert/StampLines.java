package runbench.sync.convert;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** Reads lines with any line ends in the read buffer. A plain stamp creates no object. */
final class StampLines {
    private final Reader in;
    private char[] buffer = new char[1 << 16];
    private int limit;
    private int at;
    private int start;
    private int end;
    private boolean afterReturn;
    private int number;

    StampLines(Reader in) {
        this.in = in;
    }

    /**
     * Steps to the next line.
     *
     * @return false after the last line
     */
    boolean next() throws IOException {
        start = at;
        if (afterReturn && (at < limit || fill()) && buffer[at] == '\n') {
            start = ++at;
        }
        afterReturn = false;
        int i = at;
        while (true) {
            if (i == limit) {
                int read = i - start;
                boolean more = fill();
                i = start + read;
                if (!more) {
                    at = i;
                    return ended(i, read > 0);
                }
            }
            char c = buffer[i];
            if (c == '\n' || c == '\r') {
                at = i + 1;
                afterReturn = c == '\r';
                return ended(i, true);
            }
            i++;
        }
    }

    /** Returns the number of this line, from 1. */
    int number() {
        return number;
    }

    /** Returns the buffer that holds this line from {@link #start} to {@link #end}, until the next step. */
    char[] text() {
        return buffer;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    String line() {
        return new String(buffer, start, end - start);
    }

    private boolean ended(int i, boolean line) {
        end = i;
        number += line ? 1 : 0;
        return line;
    }

    /** Reads more text behind the buffered text. The line's beginning moves to position 0. */
    private boolean fill() throws IOException {
        int kept = limit - start;
        System.arraycopy(buffer, start, buffer, 0, kept);
        at -= start;
        start = 0;
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * kept);
        }
        int n = in.read(buffer, kept, buffer.length - kept);
        limit = kept + Math.max(0, n);
        return n > 0;
    }
}
