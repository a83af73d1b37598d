package runbench.sync.convert;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * Reads the records of a CSV table (RFC 4180) with any line ends; empty lines are skipped. A record without quotes is
 * parsed in the read buffer and creates no object. commons-csv creates one object per cell, which dominates the time
 * for a million stamps.
 */
final class CsvRows {
    private static final char QUOTE = '"';

    private final String name;
    private final Reader in;
    private char[] buffer = new char[1 << 16];
    private int limit;
    private boolean drained;
    private int start;
    private int end;
    private int at;
    private int count;
    private int[] ends = new int[16];
    private boolean plain;
    private List<String> unquoted;
    private long number;

    /**
     * Creates a reader.
     *
     * @param name name of the table, for messages
     * @param in text of the table
     */
    CsvRows(String name, Reader in) {
        this.name = name;
        this.in = in;
    }

    /**
     * Steps to the next record.
     *
     * @return false at the end of the table
     */
    boolean next() throws IOException {
        unquoted = null;
        while (line()) {
            if (end > start || unquoted != null) {
                number++;
                return true;
            }
        }
        return false;
    }

    /** Returns the number of this record, from 1; the header counts. */
    long number() {
        return number;
    }

    /** Returns the number of cells of this record. */
    int size() {
        return unquoted == null ? count : unquoted.size();
    }

    /**
     * Returns whether this record's text can be copied verbatim to another table. Records with unusual cells are quoted
     * there.
     */
    boolean plain() {
        return plain;
    }

    /**
     * Returns the buffer that {@link #from} and {@link #to} refer to. It is valid only while the record is
     * {@link #plain}.
     */
    char[] text() {
        return buffer;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Returns the position of a plain record's cell in {@link #text}. */
    int from(int cell) {
        return cell == 0 ? start : ends[cell - 1] + 1;
    }

    int to(int cell) {
        return ends[cell];
    }

    String cell(int cell) {
        return unquoted == null ? new String(buffer, from(cell), to(cell) - from(cell)) : unquoted.get(cell);
    }

    List<String> cells() {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            cells.add(cell(i));
        }
        return cells;
    }

    private boolean line() throws IOException {
        start = at;
        count = 0;
        int i = at;
        while (true) {
            if (i == limit) {
                int read = i - start;
                boolean more = fill();
                i = start + read;
                if (!more) {
                    if (read == 0) {
                        return false;
                    }
                    finish(i, i);
                    return true;
                }
            }
            char c = buffer[i];
            if (c > ',') {
                i++;
            } else if (c == ',') {
                cellEnds(i++);
            } else if (c == '\n') {
                finish(i, i + 1);
                return true;
            } else if (c == '\r') {
                int length = i - start;
                boolean pair = (i + 1 < limit || fill()) && buffer[start + length + 1] == '\n';
                finish(start + length, start + length + (pair ? 2 : 1));
                return true;
            } else if (c == QUOTE) {
                at = start;
                unquoted = quotedRecord();
                plain = false;
                return true;
            } else {
                i++;
            }
        }
    }

    private void finish(int textEnd, int next) {
        cellEnds(textEnd);
        end = textEnd;
        at = next;
        plain = to(0) > start;
        for (int cell = 0; cell < count && plain; cell++) {
            int from = from(cell);
            int to = to(cell);
            plain = from == to || buffer[from] > '#' && buffer[to - 1] > ' ';
        }
    }

    private void cellEnds(int position) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count++] = position;
    }

    /**
     * Reads more text behind the buffered text. The record's beginning moves to position 0, and {@code start} becomes
     * 0.
     */
    private boolean fill() throws IOException {
        if (drained) {
            return false;
        }
        int kept = limit - start;
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, kept);
            for (int i = 0; i < count; i++) {
                ends[i] -= start;
            }
            at -= start;
            start = 0;
        }
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * kept);
        }
        limit = kept;
        int n = in.read(buffer, kept, buffer.length - kept);
        drained = n < 0;
        limit += Math.max(0, n);
        return !drained;
    }

    private List<String> quotedRecord() throws IOException {
        List<String> cells = new ArrayList<>();
        while (true) {
            StringBuilder cell = new StringBuilder();
            int c = peek();
            if (c == QUOTE) {
                c = quotedCell(cell);
            } else {
                for (; c >= 0 && c != ',' && c != '\n' && c != '\r'; c = peek()) {
                    cell.append((char) take());
                }
            }
            cells.add(cell.toString());
            if (c == ',') {
                take();
                continue;
            }
            if (take() == '\r' && peek() == '\n') {
                take();
            }
            return cells;
        }
    }

    /**
     * Reads a quoted cell.
     *
     * @return the character after the cell: a comma, a line end, or -1
     */
    private int quotedCell(StringBuilder cell) throws IOException {
        take();
        while (true) {
            int c = take();
            if (c < 0) {
                throw malformed("a quoted cell has no closing quote");
            }
            if (c != QUOTE) {
                cell.append((char) c);
            } else if (peek() == QUOTE) {
                cell.append((char) take());
            } else {
                break;
            }
        }
        int c = peek();
        while (c >= 0 && c != ',' && c != '\n' && c != '\r') {
            if (!Character.isWhitespace(c)) {
                throw malformed("text follows a cell's closing quote");
            }
            take();
            c = peek();
        }
        return c;
    }

    private RunbenchException malformed(String why) {
        return RunbenchException.badInput(name + ": record " + Math.max(1, number) + ": " + why)
                .remedy("A quote within a quoted cell is written twice");
    }

    private int peek() throws IOException {
        if (at == limit) {
            start = at;
            count = 0;
            if (!fill()) {
                return -1;
            }
        }
        return buffer[at];
    }

    private int take() throws IOException {
        int c = peek();
        at += c < 0 ? 0 : 1;
        return c;
    }
}
