package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.function.Consumer;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;

/**
 * Gathers the sends and collectives of a sweep into rows. A tick's events come in any order of ranks; a bit per rank sorts them at
 * a cost of one word per 64 ranks.
 */
final class TickRows {
    private final RankTimelines clocks;
    private final boolean shifted;
    private final Consumer<TickRow> next;
    private final TickRow row;
    private final long[] present;
    private final long[] type;
    private final long[] bytes;
    private final long[] start;
    private final long[] end;
    private final long[] compute;
    private final long[] mpi;
    private final long[] inCall;
    private final long[][] counts;
    private final RankTimes times;
    private final long runStart;
    private boolean begun;
    /** Of the events that are being gathered; negative: there are none yet. */
    private int tick = -1;

    TickRows(MpiTrace trace, Consumer<TickRow> next) {
        this.clocks = trace.clocks();
        this.shifted = clocks != RankTimelines.NONE;
        this.next = next;
        int ranks = trace.locations();
        int events = trace.countedEvents().size();
        row = new TickRow(ranks, events);
        counts = new long[events][ranks];
        times = new RankTimes(trace, events);
        runStart = trace.runStartNanos();
        present = new long[ranks + 63 >> 6];
        type = new long[ranks];
        bytes = new long[ranks];
        start = new long[ranks];
        end = new long[ranks];
        compute = new long[ranks];
        mpi = new long[ranks];
        inCall = new long[ranks];
    }

    /** Events in ascending order of ticks. */
    void accept(RowBlock events) {
        for (int i = 0; events.at(i); i++) {
            if (events.tick() != tick) {
                endTick();
                tick = events.tick();
            }
            event(events);
        }
    }

    private void event(RowBlock e) {
        int rank = e.location();
        present[rank >> 6] |= 1L << rank;
        type[rank] = e.type();
        bytes[rank] = e.bytes();
        long t0 = e.startNanos();
        long t1 = e.endNanos();
        start[rank] = shifted ? clocks.toReference(rank, t0) : t0;
        end[rank] = shifted ? clocks.toReference(rank, t1) : t1;
        compute[rank] = e.computeNanos();
        mpi[rank] = e.mpiNanos();
        inCall[rank] = t1 - t0;
        for (int i = 0; i < counts.length; i++) {
            counts[i][rank] = e.count(i);
        }
    }

    /** All events of this tick have come. */
    void endTick() {
        if (tick < 0) {
            return;
        }
        int n = 0;
        for (int w = 0; w < present.length; w++) {
            for (long bits = present[w]; bits != 0; bits &= bits - 1) {
                put(n++, w << 6 | Long.numberOfTrailingZeros(bits));
            }
            present[w] = 0;
        }
        row.tick = tick;
        row.size = n;
        if (!begun) {
            begun = true;
            times.begin(row.latestStart(runStart));
        }
        for (int i = 0; i < n; i++) {
            int r = row.rank[i];
            times.put(row, i, compute[r], mpi[r], inCall[r], counts);
        }
        row.computeHashes();
        next.accept(row);
        Arrays.fill(row.counts, 0);
    }

    private void put(int i, int r) {
        row.rank[i] = r;
        row.type[i] = type[r];
        row.bytes[i] = bytes[r];
        row.startNanos[i] = start[r];
        row.endNanos[i] = end[r];
    }
}
