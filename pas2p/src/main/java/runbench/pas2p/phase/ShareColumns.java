package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * Intervals of one row for drawing, in bounded memory. The axis is divided into columns. Within a column, shorter
 * intervals are summed by kind with their exact lengths. Only the order within a column is lost, except for the order
 * of first appearance.
 */
final class ShareColumns {
    /** Receiver of intervals in ascending order; consecutive intervals of one kind are merged. */
    interface Sink {
        void interval(int kind, long from, long to);
    }

    private final long origin;
    private final double width;
    private final int columns;
    private final int kinds;
    /** Length by [column * kinds + kind], in the axis's unit. */
    private final long[] length;
    /** Kinds of each column in order of first appearance. */
    private final byte[] order;
    private final byte[] present;
    private final long[] first;
    private final long axisEnd;
    /** The latest column and its edges: consecutive intervals are mostly within one column. */
    private int column;
    private long columnStart;
    private long columnEnd;

    /**
     * Creates empty columns.
     *
     * @param from start of the axis; intervals are clipped to {@code from .. to}
     * @param kinds number of kinds, at most 127; numbered from 0
     */
    ShareColumns(long from, long to, int columns, int kinds) {
        if (kinds > Byte.MAX_VALUE) {
            throw new IllegalArgumentException(kinds + " kinds");
        }
        this.origin = from;
        this.columns = (int) Math.max(1, Math.min(columns, to - from));
        this.width = Math.max(1.0, to - from) / this.columns;
        this.kinds = kinds;
        length = new long[this.columns * kinds];
        order = new byte[this.columns * kinds];
        present = new byte[this.columns];
        first = new long[this.columns];
        axisEnd = edge(this.columns);
        enter(0);
    }

    /** Adds an interval; intervals are in ascending order and do not overlap. */
    void add(int kind, long from, long to) {
        long at = Math.max(from, origin);
        long end = Math.min(to, axisEnd);
        if (at < end && (at < columnStart || at >= columnEnd)) {
            enter(columnOf(at));
        }
        while (at < end) {
            long next = Math.min(end, columnEnd);
            put(column, kind, at, next - at);
            at = next;
            if (at < end) {
                enter(column + 1);
            }
        }
    }

    private void enter(int c) {
        column = c;
        columnStart = edge(c);
        columnEnd = edge(c + 1);
    }

    private int columnOf(long at) {
        int c = (int) Math.min(columns - 1, (at - origin) / width);
        while (c > 0 && edge(c) > at) {
            c--;
        }
        while (c < columns - 1 && edge(c + 1) <= at) {
            c++;
        }
        return c;
    }

    private long edge(int column) {
        return origin + Math.round(column * width);
    }

    private void put(int c, int kind, long at, long amount) {
        if (amount <= 0) {
            return;
        }
        int cell = c * kinds + kind;
        if (length[cell] == 0) {
            if (present[c] == 0) {
                first[c] = at;
            }
            order[c * kinds + present[c]++] = (byte) kind;
        }
        length[cell] += amount;
    }

    void forEach(Sink sink) {
        int kind = -1;
        long from = 0;
        long to = 0;
        for (int c = 0; c < columns; c++) {
            long at = first[c];
            for (byte k : Arrays.copyOfRange(order, c * kinds, c * kinds + present[c])) {
                if (k != kind || at != to) {
                    if (kind >= 0) {
                        sink.interval(kind, from, to);
                    }
                    kind = k;
                    from = at;
                }
                at += length[c * kinds + k];
                to = at;
            }
        }
        if (kind >= 0) {
            sink.interval(kind, from, to);
        }
    }
}
