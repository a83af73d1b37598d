package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

    private final List<Row> rows;
    /** Kinds of the calls by name, in order of first appearance from {@link #FIRST_CALL}. */
    private final Map<String, Integer> calls = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private int[] shownKind = {};

    private CallSpans(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * Computes the spans of ranks in reference time, on all CPUs.
     *
     * @param ranks the ranks, one row each
     * @param from start of the part, ns
     * @param to end of the part, ns
     * @param columns intervals shorter than the part divided by this number are summed by kind
     */
    public static CallSpans of(MpiTrace trace, int[] ranks, long from, long to, int columns) {
        CallSpans spans = new CallSpans(IntStream.of(ranks)
                .parallel()
                .mapToObj(rank -> Row.of(trace, rank, new ShareColumns(from, to, columns, FIRST_CALL + MAX_DISTINCT)))
                .toList());
        for (Row row : spans.rows) {
            int[] kinds = IntStream.concat(IntStream.of(COMPUTING, OTHER), row.calls.stream().mapToInt(spans::kindOf))
                    .toArray();
            Arrays.setAll(row.kind, i -> kinds[row.kind[i]]);
        }
        spans.name();
        return spans;
    }

    private int kindOf(String call) {
        Integer known = calls.get(call);
        if (known != null || calls.size() == MAX_DISTINCT) {
            return known == null ? OTHER : known;
        }
        int next = FIRST_CALL + calls.size();
        calls.put(call, next);
        return next;
    }

    /** A rank's intervals in ascending order. */
    private static final class Row {
        private static final int OPS = 256;

        /** Names of the rank's calls, in order of first appearance; the first one has kind {@link #FIRST_CALL}. */
        private final List<String> calls = new ArrayList<>();
        /** Kind of each call by its number; 0: not called yet. */
        private final int[] kindOfOp = new int[OPS];
        private int size;
        private int[] kind = new int[64];
        private long[] start = new long[64];
        private long[] end = new long[64];

        static Row of(MpiTrace trace, int rank, ShareColumns shares) {
            Row row = new Row();
            if (trace.present(rank)) {
                row.walk(trace, rank, shares);
            }
            shares.forEach(row::add);
            row.resize(row.size);
            return row;
        }

        private void walk(MpiTrace trace, int rank, ShareColumns shares) {
            long last = trace.initEndNanos(rank);
            long mpi = 0;
            try (EventCursor e = trace.cursor(rank)) {
                while (e.advance()) {
                    long from = Math.max(last, trace.clocks().toReference(rank, e.startNanos()));
                    long to = Math.max(from, trace.clocks().toReference(rank, e.endNanos()));
                    idle(shares, last, from, e.mpiNanos() - mpi);
                    shares.add(kindOf(e.op()), from, to);
                    mpi = e.mpiNanos() + e.endNanos() - e.startNanos();
                    last = to;
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

        private int kindOf(int op) {
            if (kindOfOp[op] == 0) {
                String call = MpiOp.of(op).mpiName();
                if (!calls.contains(call) && calls.size() < MAX_DISTINCT) {
                    calls.add(call);
                }
                int at = calls.indexOf(call);
                kindOfOp[op] = at < 0 ? OTHER : FIRST_CALL + at;
            }
            return kindOfOp[op];
        }

        private void add(int k, long from, long to) {
            if (size == kind.length) {
                resize(2 * size);
            }
            kind[size] = k;
            start[size] = from;
            end[size++] = to;
        }

        private void resize(int length) {
            kind = Arrays.copyOf(kind, length);
            start = Arrays.copyOf(start, length);
            end = Arrays.copyOf(end, length);
        }
    }

    /** Selects the calls with the most time. */
    private void name() {
        long[] time = new long[FIRST_CALL + calls.size()];
        for (Row row : rows) {
            for (int i = 0; i < row.size; i++) {
                time[row.kind[i]] += row.end[i] - row.start[i];
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
        return IntStream.of(rows.get(row).kind).map(k -> shownKind[k]).toArray();
    }

    /** Returns the starts of a row's intervals, reference time, ns. */
    public long[] starts(int row) {
        return rows.get(row).start.clone();
    }

    /** Returns the ends of a row's intervals, reference time, ns. */
    public long[] ends(int row) {
        return rows.get(row).end.clone();
    }
}
