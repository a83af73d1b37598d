package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.stream.IntStream;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceFormat;

/**
 * The kinds of phases of each rank over time, for drawing. A further walk over the events of each drawn rank computes
 * them, so the analysis need not store them. Each kind of phase has its real share of the time in each part of each
 * row, however short its occurrences are.
 */
public final class RankSpans {
    private final int[] ranks;
    private int size;
    private int[] row = new int[1024];
    private int[] kind = new int[1024];
    private long[] start = new long[1024];
    private long[] end = new long[1024];

    private RankSpans(int[] ranks) {
        this.ranks = ranks;
    }

    /**
     * Computes the spans of ranks in reference time.
     *
     * @param maxRows maximum number of ranks, evenly spaced
     * @param columns intervals shorter than the run divided by this number are summed by kind
     * @param kindOf kind of each phase, from 0; negative for "none of these", which is a kind as well
     */
    public static RankSpans of(MpiTrace trace, PhaseAnalysis analysis, int maxRows, int columns, int[] kindOf) {
        return ofOccurrences(trace, analysis, maxRows, columns, byOccurrence(analysis, kindOf));
    }

    private static int[] byOccurrence(PhaseAnalysis analysis, int[] kindOf) {
        PhaseOccurrences all = analysis.occurrences();
        int[] kinds = new int[all.size()];
        Arrays.setAll(kinds, i -> kindOf[all.phase(i)]);
        return kinds;
    }

    /**
     * Computes the spans, as {@link #of(MpiTrace, PhaseAnalysis, int, int, int[])}, for phases other than those of the
     * trace.
     *
     * @param kindOf kind of each occurrence of a phase of the trace, from 0; negative for "none of these", which is a
     *     kind as well
     */
    public static RankSpans ofOccurrences(MpiTrace trace, PhaseAnalysis analysis, int maxRows, int columns,
            int[] kindOf) {
        int rows = Math.min(maxRows, trace.ranks());
        int[] ranks = IntStream.range(0, rows).map(i -> (int) ((long) i * trace.ranks() / rows)).toArray();
        RankSpans spans = new RankSpans(ranks);
        long from = analysis.occurrences().firstStartNanos(analysis.runStartNanos());
        for (int r = 0; r < rows; r++) {
            from = trace.eventsOf(ranks[r]) > 0 ? Math.min(from, trace.initEndNanos(ranks[r])) : from;
        }
        ShareColumns[] shares = new ShareColumns[rows];
        for (int r = 0; r < rows; r++) {
            shares[r] = new ShareColumns(from, analysis.runEndNanos(), columns, kinds(kindOf));
        }
        if (analysis.options().method().inTicks()) {
            IntStream.range(0, rows).parallel().forEach(r -> walk(trace, ranks[r], analysis, shares[r], kindOf));
        } else {
            // Blocks subdivide ticks: ranks are drawn by the frontier, which is the same for all subdivisions.
            PhaseOccurrences all = analysis.occurrences();
            for (int i = 0; i < all.size(); i++) {
                for (ShareColumns share : shares) {
                    share.add(1 + kindOf[i], all.startNanos(i), all.endNanos(i));
                }
            }
        }
        spans.take(shares);
        return spans;
    }

    /**
     * Computes the spans of a part of a run, for all ranks, without another walk over the trace.
     *
     * @param clocks conversion from the clocks of the ranks' nodes to reference time
     * @param from start of the part, reference time, ns
     * @param to end of the part
     * @param columns intervals shorter than the part divided by this number are summed by kind
     * @param kindOf kind of each phase, from 0; negative for "none of these", which is a kind as well
     */
    public static RankSpans of(RankPhases phases, RankTimelines clocks, long from, long to, int columns, int[] kindOf) {
        int[] ranks = new int[phases.ranks()];
        ShareColumns[] shares = new ShareColumns[ranks.length];
        for (int r = 0; r < ranks.length; r++) {
            ranks[r] = r;
            shares[r] = new ShareColumns(from, to, columns, kinds(kindOf));
            long begin = phases.stretches(r) > 0 ? clocks.toReference(r, phases.startNodeNanos(r, 0)) : 0;
            for (int i = 0; i < phases.stretches(r); i++) {
                long end = clocks.toReference(r, phases.endNodeNanos(r, i));
                if (end > from && begin < to) {
                    shares[r].add(1 + kindOf[phases.phase(r, i)], begin, end);
                }
                begin = end;
            }
        }
        RankSpans spans = new RankSpans(ranks);
        spans.take(shares);
        return spans;
    }

    /** Computes the spans over logical time, in ticks (rows of the logical trace for blocks), as a single row. */
    public static RankSpans logical(PhaseAnalysis analysis, int columns, int[] kindOf) {
        return logicalOfOccurrences(analysis, columns, byOccurrence(analysis, kindOf));
    }

    /**
     * Computes the spans over logical time, as a single row.
     *
     * @param kindOf kind of each occurrence of a phase of the trace
     */
    public static RankSpans logicalOfOccurrences(PhaseAnalysis analysis, int columns, int[] kindOf) {
        PhaseOccurrences all = analysis.occurrences();
        int last = all.size() == 0 ? 0 : Math.max(analysis.sweep().ticks(), all.startTick(all.size() - 1) + 1);
        ShareColumns share = new ShareColumns(0, last, columns, kinds(kindOf));
        for (int i = 0; i < all.size(); i++) {
            share.add(1 + kindOf[i], all.startTick(i), i + 1 < all.size() ? all.startTick(i + 1) : last);
        }
        RankSpans spans = new RankSpans(new int[]{0});
        spans.take(new ShareColumns[]{share});
        return spans;
    }

    private static int kinds(int[] kindOf) {
        return 2 + Arrays.stream(kindOf).max().orElse(-1);
    }

    private void take(ShareColumns[] shares) {
        for (int r = 0; r < shares.length; r++) {
            int at = r;
            shares[r].forEach((k, from, to) -> add(at, k - 1, from, to));
        }
    }

    /** Assigns the time from each event's predecessor on its rank to its own exit to the event's phase. */
    private static void walk(MpiTrace trace, int rank, PhaseAnalysis analysis, ShareColumns shares, int[] kindOf) {
        RankTimelines clocks = trace.clocks();
        PhaseOccurrences all = analysis.occurrences();
        OrderedTicks.Reader ticks = analysis.parts().ticks().reader(rank);
        int occurrence = 0;
        boolean begun = false;
        long last = 0;
        try (EventCursor e = trace.cursor(rank)) {
            while (ticks.hasNext() && e.advance()) {
                if (!e.isEvent()) {
                    continue;
                }
                int tick = ticks.next();
                if (e.kind() == TraceFormat.RECV) {
                    continue; // A receive is part of the interval between two sends.
                }
                occurrence = all.at(rank, tick, occurrence);
                long exit = clocks.toReference(rank, e.endNanos());
                long since = begun ? last : clocks.toReference(rank, e.startNanos());
                begun = true;
                if (exit > since) {
                    shares.add(1 + kindOf[occurrence], since, exit);
                }
                last = Math.max(since, exit);
            }
        }
    }

    private void add(int r, int k, long from, long to) {
        if (size == row.length) {
            int n = size * 2;
            row = Arrays.copyOf(row, n);
            kind = Arrays.copyOf(kind, n);
            start = Arrays.copyOf(start, n);
            end = Arrays.copyOf(end, n);
        }
        row[size] = r;
        kind[size] = k;
        start[size] = from;
        end[size++] = to;
    }

    /** Returns the displayed ranks, one per row. */
    public int[] ranks() {
        return ranks.clone();
    }

    public int size() {
        return size;
    }

    public int row(int i) {
        return row[i];
    }

    /** Returns the kind of the phase; -1 for "none of these". */
    public int kind(int i) {
        return kind[i];
    }

    /** Returns the start in nanoseconds of reference time, or in ticks. */
    public long start(int i) {
        return start[i];
    }

    public long end(int i) {
        return end[i];
    }
}
