package runbench.pas2p.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import runbench.pas2p.order.LogicalTrace.OrderRule;

/**
 * The logical trace as rows of at most one event per rank.
 *
 * <p>PAS2P order splits each tick into TickRecv and TickSend (thesis, section 3.3.5). The receives of a tick come
 * first, in ascending order of their source, in as many rows as the rank with most receives needs; its sends and
 * collectives follow. This order of receives is deterministic, which makes runs comparable.
 */
public final class LogicalRows {
    private final int[][] rows;
    private final int[] tickOfRow;

    private LogicalRows(int[][] rows, int[] tickOfRow) {
        this.rows = rows;
        this.tickOfRow = tickOfRow;
    }

    /**
     * Creates the rows.
     *
     * @param sendsOnly true: receives are omitted, as in the similarity between phases (thesis, section 3.4.3)
     */
    public static LogicalRows of(LogicalTrace trace, boolean sendsOnly) {
        boolean split = trace.rule() == OrderRule.PAS2P;
        Integer[] order = IntStream.range(0, trace.size())
                .filter(i -> !sendsOnly || !trace.isReceive(i))
                .boxed()
                .toArray(Integer[]::new);
        Arrays.sort(order,
                Comparator.<Integer>comparingInt(trace::tick)
                        .thenComparingInt(i -> split && trace.isReceive(i) ? 0 : 1)
                        .thenComparingInt(trace::rank)
                        .thenComparingLong(i -> Math.abs(trace.type(i))));
        int[][] rows = new int[16][];
        int[] ticks = new int[16];
        int count = 0;
        for (int from = 0; from < order.length;) {
            int to = from;
            while (to < order.length && trace.tick(order[to]) == trace.tick(order[from])
                    && (!split || trace.isReceive(order[to]) == trace.isReceive(order[from]))) {
                to++;
            }
            for (int depth = 0;; depth++) {
                int[] row = nth(trace, order, from, to, depth);
                if (row.length == 0) {
                    break;
                }
                if (count == rows.length) {
                    rows = Arrays.copyOf(rows, count * 2);
                    ticks = Arrays.copyOf(ticks, count * 2);
                }
                rows[count] = row;
                ticks[count++] = trace.tick(order[from]);
            }
            from = to;
        }
        return new LogicalRows(Arrays.copyOf(rows, count), Arrays.copyOf(ticks, count));
    }

    /** Returns the depth-th event of each rank in order[from..to), which is sorted by rank. */
    private static int[] nth(LogicalTrace trace, Integer[] order, int from, int to, int depth) {
        int[] row = new int[Math.min(to - from, trace.ranks())];
        int n = 0;
        int seen = 0;
        for (int i = from; i < to; i++) {
            seen = i > from && trace.rank(order[i]) == trace.rank(order[i - 1]) ? seen + 1 : 0;
            if (seen == depth) {
                row[n++] = order[i];
            }
        }
        return Arrays.copyOf(row, n);
    }

    public int count() {
        return rows.length;
    }

    /** Returns the events of a row (indices into the {@link LogicalTrace}), ascending by rank. */
    public int[] row(int row) {
        return rows[row];
    }

    public int tick(int row) {
        return tickOfRow[row];
    }

    /** Returns the communication types of a row, one per rank; 0: the rank has no event. */
    public long[] types(LogicalTrace trace, int row) {
        long[] types = new long[trace.ranks()];
        for (int event : rows[row]) {
            types[trace.rank(event)] = trace.type(event);
        }
        return types;
    }
}
