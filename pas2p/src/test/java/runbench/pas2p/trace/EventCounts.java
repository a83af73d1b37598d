package runbench.pas2p.trace;

import java.util.Arrays;
import java.util.List;

/**
 * The counts of one rank outside MPI, up to the entry of each recorded call: cumulative values, in the order of
 * {@link #names()}. There is one row before each send, receive, collective and start of a collective.
 */
public final class EventCounts {
    private final List<String> names;
    private final int rows;
    private final long starts;
    private final long[][] values;
    private final long[] startNanos;

    private EventCounts(List<String> names, int rows, long starts, long[][] values, long[] startNanos) {
        this.names = names;
        this.rows = rows;
        this.starts = starts;
        this.values = values;
        this.startNanos = startNanos;
    }

    /** Reads the counts into memory; empty if the rank counted nothing. */
    public static EventCounts of(MpiTrace trace, int rank) {
        List<String> names = trace.header(rank).countedEvents();
        long[][] values = new long[names.size()][256];
        long[] start = new long[256];
        int n = 0;
        long starts = 0;
        try (RecordCursor cursor = (RecordCursor) trace.cursor(rank)) {
            boolean pending = false;
            while (cursor.advanceAny()) {
                if (cursor.kind() == TraceFormat.COUNTERS) {
                    if (n == start.length) {
                        start = Arrays.copyOf(start, n * 2);
                        for (int i = 0; i < values.length; i++) {
                            values[i] = Arrays.copyOf(values[i], n * 2);
                        }
                    }
                    for (int i = 0; i < values.length; i++) {
                        values[i][n] = cursor.recordedCount(i);
                    }
                    pending = true;
                } else if (pending) {
                    starts += cursor.kind() == TraceFormat.COLL_START ? 1 : 0;
                    start[n++] = cursor.startNanos();
                    pending = false;
                }
            }
        }
        return new EventCounts(names, n, starts, values, start);
    }

    public List<String> names() {
        return names;
    }

    public int size() {
        return rows;
    }

    /** Returns the number of rows before starts of non-blocking collectives. */
    long starts() {
        return starts;
    }

    /** Returns the count of an event outside MPI up to the call of row {@code row}. */
    public long value(int row, int event) {
        return values[event][row];
    }

    /** Returns the entry of the call of a row, in the clock of the rank's node. */
    public long startNanos(int row) {
        return startNanos[row];
    }
}
