package runbench.sync.convert;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * Walks over the records of a CSV table (RFC 4180; lines may end in any way, empty ones are skipped). A record without
 * quotes, as nearly all are, is parsed where it was read and makes no object: commons-csv makes one per cell, and a
 * table of a million stamps is then mostly that.
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

    /** @param name of the table, for messages */
    CsvRows(String name, Reader in) {
        this.name = name;
        this.in = in;
    }

    /** Steps to the next record. @return false at the end of the table */
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

    /** Number of this record, from 1; the header is one. */
    long number() {
        return number;
    }

    /** How many cells this record has. */
    int size() {
        return unquoted == null ? count : unquoted.size();
    }

    /** Whether this record's text can stand in another table as it is: a cell that looks odd is better quoted there. */
    boolean plain() {
        return plain;
    }

    /** What the text of this record and {@link #from} and {@link #to} are in; only while it is {@link #plain}. */
    char[] text() {
        return buffer;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Where a cell of a plain record begins. */
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

    /** Reads more behind what there is, the record's beginning kept at {@code start}, which becomes 0. */
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

    /** @return what follows the cell: a comma, the end of a line, or -1 */
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
