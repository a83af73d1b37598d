package runbench.pas2p.phase;

import java.util.Arrays;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.parser.Progress;

/**
 * Which rank was in which phase when, for drawing: a second walk over the trace, so that analysis itself need not keep it.
 * Intervals too short to be seen are taken for the one before them.
 */
public final class RankSpans {
    private final int[] ranks;
    private int size;
    private int[] row = new int[1024];
    private int[] phase = new int[1024];
    private long[] start = new long[1024];
    private long[] end = new long[1024];

    private RankSpans(int[] ranks) {
        this.ranks = ranks;
    }

    /**
     * @param maxRows         show at most so many ranks, evenly spaced
     * @param intervalsPerRow no interval is shorter than the run divided by this
     */
    public static RankSpans of(MpiTrace trace, PhaseAnalysis analysis, int maxRows, int intervalsPerRow) {
        int rows = Math.min(maxRows, trace.ranks());
        int[] ranks = new int[rows];
        int[] rowOf = new int[trace.locations()];
        Arrays.fill(rowOf, -1);
        for (int i = 0; i < rows; i++) {
            ranks[i] = (int) ((long) i * trace.ranks() / rows);
            rowOf[ranks[i]] = i;
        }
        RankSpans spans = new RankSpans(ranks);
        boolean rowsAreTicks = analysis.options().method() == PhaseOptions.Method.PHASES;
        if (rowsAreTicks) {
            Walk walk = spans.new Walk(trace, analysis, rowOf, intervalsPerRow);
            LogicalSweep.run(trace, analysis.options().rule(), walk, Progress.NONE);
            walk.finish();
        } else {
            // Blocks divide ticks further: ranks are drawn by the frontier, which is the same for all of them.
            PhaseOccurrences all = analysis.occurrences();
            for (int i = 0; i < all.size(); i++) {
                for (int r = 0; r < rows; r++) {
                    spans.add(r, all.phase(i), all.startNanos(i), all.endNanos(i));
                }
            }
        }
        return spans;
    }

    private final class Walk implements SweepSink {
        private final MpiTrace trace;
        private final PhaseOccurrences all;
        private final int[] rowOf;
        private final long shortest;
        private final long[] since;
        private final long[] last;
        private final int[] current;
        private int occurrence;

        Walk(MpiTrace trace, PhaseAnalysis analysis, int[] rowOf, int intervalsPerRow) {
            this.trace = trace;
            this.all = analysis.occurrences();
            this.rowOf = rowOf;
            shortest = analysis.runNanos() / intervalsPerRow;
            since = new long[ranks.length];
            last = new long[ranks.length];
            current = new int[ranks.length];
            Arrays.fill(current, -1);
        }

        @Override
        public void event(int rank, int tick, EventCursor e) {
            int r = rowOf[rank];
            if (r < 0) {
                return;
            }
            while (occurrence + 1 < all.size() && all.startTick(occurrence + 1) <= tick) {
                occurrence++;
            }
            int p = all.phase(occurrence);
            if (current[r] < 0) {
                since[r] = trace.clocks().toReference(rank, e.startNanos());
                current[r] = p;
            } else if (p != current[r] && last[r] - since[r] >= shortest) {
                add(r, current[r], since[r], last[r]);
                since[r] = last[r];
                current[r] = p;
            }
            last[r] = trace.clocks().toReference(rank, e.endNanos());
        }

        @Override
        public void receive(int rank, int tick, EventCursor event, long sentNanos) {
            // A receive is part of the interval between two sends.
        }

        @Override
        public void endTick(int tick) {
            // Intervals end with events.
        }

        void finish() {
            for (int r = 0; r < ranks.length; r++) {
                if (current[r] >= 0 && last[r] > since[r]) {
                    add(r, current[r], since[r], last[r]);
                }
            }
        }
    }

    private void add(int r, int p, long from, long to) {
        if (size == row.length) {
            int n = size * 2;
            row = Arrays.copyOf(row, n);
            phase = Arrays.copyOf(phase, n);
            start = Arrays.copyOf(start, n);
            end = Arrays.copyOf(end, n);
        }
        row[size] = r;
        phase[size] = p;
        start[size] = from;
        end[size++] = to;
    }

    /** The ranks shown, one per row. */
    public int[] ranks() {
        return ranks.clone();
    }

    public int size() {
        return size;
    }

    public int row(int i) {
        return row[i];
    }

    /** Number of the phase, from 0. */
    public int phase(int i) {
        return phase[i];
    }

    public long startNanos(int i) {
        return start[i];
    }

    public long endNanos(int i) {
        return end[i];
    }
}
