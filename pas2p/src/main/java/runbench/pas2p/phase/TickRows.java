package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.function.Consumer;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.ClockShift;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * Gathers the events of a sweep into rows. A tick's events come in any order of ranks; a bit per rank sorts them at a
 * cost of one word per 64 ranks.
 */
final class TickRows implements SweepSink {
    private final Communicators communicators;
    private final ClockShift clocks;
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
    private final long[] computeBefore;
    private final long[] mpiBefore;
    private final long[] endBefore;
    private final int events;
    private final long[][] countsBefore;
    private boolean any;

    TickRows(MpiTrace trace, Consumer<TickRow> next) {
        this.communicators = trace.communicators();
        this.clocks = trace.clocks();
        this.shifted = clocks != ClockShift.NONE;
        this.next = next;
        int ranks = trace.locations();
        events = trace.countedEvents().size();
        row = new TickRow(ranks, events);
        countsBefore = new long[events][ranks];
        present = new long[ranks + 63 >> 6];
        type = new long[ranks];
        bytes = new long[ranks];
        start = new long[ranks];
        end = new long[ranks];
        compute = new long[ranks];
        mpi = new long[ranks];
        computeBefore = new long[ranks];
        mpiBefore = new long[ranks];
        endBefore = new long[ranks];
        for (int r = 0; r < ranks; r++) {
            endBefore[r] = trace.present(r) ? trace.initEndNanos(r) : 0;
        }
    }

    @Override
    public void event(int rank, int tick, EventCursor e) {
        present[rank >> 6] |= 1L << rank;
        type[rank] = EventType.of(e, communicators);
        bytes[rank] = e.bytes();
        long t0 = e.startNanos();
        long t1 = e.endNanos();
        start[rank] = shifted ? clocks.toReference(rank, t0) : t0;
        end[rank] = shifted ? clocks.toReference(rank, t1) : t1;
        compute[rank] = e.computeNanos();
        mpi[rank] = e.mpiNanos() + t1 - t0;
        for (int i = 0; i < events; i++) {
            row.counts[i] += e.count(i) - countsBefore[i][rank];
            countsBefore[i][rank] = e.count(i);
        }
        any = true;
    }

    @Override
    public void receive(int rank, int tick, EventCursor event, long sentNanos) {
        // Similarity between phases compares sends only: receives follow from them (thesis, section 3.4.3).
    }

    @Override
    public void endTick(int tick) {
        if (!any) {
            return;
        }
        any = false;
        int n = 0;
        for (int w = 0; w < present.length; w++) {
            for (long bits = present[w]; bits != 0; bits &= bits - 1) {
                put(n++, w << 6 | Long.numberOfTrailingZeros(bits));
            }
            present[w] = 0;
        }
        row.tick = tick;
        row.size = n;
        row.computeHash();
        next.accept(row);
        Arrays.fill(row.counts, 0);
    }

    private void put(int i, int r) {
        row.rank[i] = r;
        row.type[i] = type[r];
        row.bytes[i] = bytes[r];
        row.startNanos[i] = start[r];
        row.endNanos[i] = end[r];
        row.computeNanos[i] = compute[r] - computeBefore[r];
        row.mpiNanos[i] = mpi[r] - mpiBefore[r];
        row.wallNanos[i] = end[r] - endBefore[r];
        computeBefore[r] = compute[r];
        mpiBefore[r] = mpi[r];
        endBefore[r] = end[r];
    }
}
