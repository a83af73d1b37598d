package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/**
 * The state of ranks over time, for drawing: computing, or inside an MPI call. The calls with the most time have their
 * own kind. Calls without an event in the trace, such as a wait for a send, are drawn before the next event.
 */
public final class CallSpans {
    /** Number of calls with their own kind; together with computing and other calls, one colour each. */
    private static final int MAX_CALLS = 6;
    /** Number of different calls that are distinguished; further ones are other calls. */
    private static final int MAX_DISTINCT = 60;
    private static final int COMPUTING = 0;
    private static final int OTHER = 1;
    private static final int FIRST_CALL = 2;

    /** A rank's intervals in ascending order. */
    private static final class Row {
        private final List<Integer> kind = new ArrayList<>();
        private final List<Long> start = new ArrayList<>();
        private final List<Long> end = new ArrayList<>();

        void add(int k, long from, long to) {
            kind.add(k);
            start.add(from);
            end.add(to);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    /** Kinds of the calls by name, in order of first appearance from {@link #FIRST_CALL}. */
    private final Map<String, Integer> calls = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private int[] shownKind = {};

    private CallSpans() {
    }

    /**
     * Computes the spans of ranks in reference time.
     *
     * @param ranks the ranks, one row each
     * @param from start of the part, ns
     * @param to end of the part, ns
     * @param columns intervals shorter than the part divided by this number are summed by kind
     */
    public static CallSpans of(MpiTrace trace, int[] ranks, long from, long to, int columns) {
        CallSpans spans = new CallSpans();
        for (int rank : ranks) {
            ShareColumns shares = new ShareColumns(from, to, columns, FIRST_CALL + MAX_DISTINCT);
            if (trace.present(rank)) {
                spans.walk(trace, rank, shares);
            }
            Row row = new Row();
            shares.forEach(row::add);
            spans.rows.add(row);
        }
        spans.name();
        return spans;
    }

    private void walk(MpiTrace trace, int rank, ShareColumns shares) {
        long last = trace.initEndNanos(rank);
        long mpi = 0;
        try (EventCursor e = trace.cursor(rank)) {
            while (e.advance()) {
                long start = Math.max(last, trace.clocks().toReference(rank, e.startNanos()));
                long end = Math.max(start, trace.clocks().toReference(rank, e.endNanos()));
                idle(shares, last, start, e.mpiNanos() - mpi);
                shares.add(kind(MpiOp.of(e.op()).mpiName()), start, end);
                mpi = e.mpiNanos() + e.endNanos() - e.startNanos();
                last = end;
            }
        }
        if (trace.ended(rank)) {
            idle(shares, last, trace.endNanos(rank), trace.mpiNanosAtEnd(rank) - mpi);
        }
    }

    /**
     * Adds the time between two events.
     *
     * @param otherCalls part of it inside other calls, ns
     */
    private static void idle(ShareColumns shares, long from, long to, long otherCalls) {
        long other = Math.max(0, Math.min(otherCalls, to - from));
        shares.add(COMPUTING, from, to - other);
        shares.add(OTHER, to - other, to);
    }

    private int kind(String call) {
        Integer known = calls.get(call);
        if (known != null || calls.size() == MAX_DISTINCT) {
            return known == null ? OTHER : known;
        }
        int next = FIRST_CALL + calls.size();
        calls.put(call, next);
        return next;
    }

    /** Selects the calls with the most time. */
    private void name() {
        long[] time = new long[FIRST_CALL + calls.size()];
        for (Row row : rows) {
            for (int i = 0; i < row.kind.size(); i++) {
                time[row.kind.get(i)] += row.end.get(i) - row.start.get(i);
            }
        }
        List<Integer> longest = IntStream.range(FIRST_CALL, time.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer k) -> -time[k]))
                .limit(MAX_CALLS)
                .toList();
        names.add("computing");
        List<String> all = List.copyOf(calls.keySet());
        longest.forEach(k -> names.add(all.get(k - FIRST_CALL)));
        boolean others = time[OTHER] > 0 || calls.size() > MAX_CALLS;
        if (others) {
            names.add("other calls");
        }
        shownKind = new int[time.length];
        Arrays.setAll(shownKind, k -> k == COMPUTING ? 0 : 1 + longest.indexOf(k));
        for (int k = OTHER; k < time.length; k++) {
            shownKind[k] = shownKind[k] == 0 ? names.size() - 1 : shownKind[k];
        }
    }

    /** Returns the names of the kinds: computing, the calls with the most time, other calls. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** Returns the kinds of a row's intervals, as indices into {@link #names}. */
    public int[] kinds(int row) {
        return rows.get(row).kind.stream().mapToInt(k -> shownKind[k]).toArray();
    }

    /** Returns the starts of a row's intervals, reference time, ns. */
    public long[] starts(int row) {
        return times(rows.get(row).start);
    }

    /** Returns the ends of a row's intervals, reference time, ns. */
    public long[] ends(int row) {
        return times(rows.get(row).end);
    }

    private static long[] times(List<Long> times) {
        return times.stream().flatMapToLong(LongStream::of).toArray();
    }
}
