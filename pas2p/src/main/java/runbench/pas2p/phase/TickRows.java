package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.function.Consumer;
import runbench.pas2p.exchange.WordBlock;
import runbench.pas2p.order.EventType;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.Followers;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TraceFormat;

/**
 * Gathers the sends and collectives of a sweep into rows. A tick's events come in any order of ranks; a bit per rank sorts them at
 * a cost of one word per 64 ranks.
 */
final class TickRows {
    private final Followers followers;
    private final Communicators communicators;
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

    /** @param followers go over the events that it is told of */
    TickRows(MpiTrace trace, Followers followers, Consumer<TickRow> next) {
        this.followers = followers;
        communicators = trace.communicators();
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

    /** What tells of a send or collective: its location does not have another one before it that was not told. */
    static long word(int location, int tick) {
        return (long) tick << 32 | location;
    }

    /** {@link #word}s in ascending order of ticks. */
    void accept(WordBlock events) {
        for (int i = 0; i < events.size(); i++) {
            long word = events.word(i);
            if ((int) (word >> 32) != tick) {
                endTick();
                tick = (int) (word >> 32);
            }
            event((int) word);
        }
    }

    private void event(int location) {
        EventCursor e = followers.of(location);
        do {
            e.advance();
        } while (e.kind() == TraceFormat.RECV || !e.isEvent());
        present[location >> 6] |= 1L << location;
        type[location] = EventType.of(e, communicators);
        bytes[location] = e.bytes();
        long t0 = e.startNanos();
        long t1 = e.endNanos();
        start[location] = shifted ? clocks.toReference(location, t0) : t0;
        end[location] = shifted ? clocks.toReference(location, t1) : t1;
        compute[location] = e.computeNanos();
        mpi[location] = e.mpiNanos();
        inCall[location] = t1 - t0;
        for (int i = 0; i < counts.length; i++) {
            counts[i][location] = e.count(i);
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
