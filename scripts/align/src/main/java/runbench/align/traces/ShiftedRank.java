package runbench.align.traces;

import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.trace.TraceCopy;

/**
 * The stamps of one location on the reference axis. Each is moved forwards only, and by the smallest amount that
 * causality requires: a call ends after the event it waited for, and events after a moved end follow it.
 */
final class ShiftedRank implements TraceCopy.Stamping {
    private final TraceClocks clocks;
    private final int rank;
    private final PlacedStamp at = new PlacedStamp();
    /** Moved ends: pairs of the event's serial number and its earliest end. */
    private final LongList moves;
    private int nextMove;
    private long events;
    private long rawStart;
    private long aligned;
    private long start;
    private long end;
    /** Latest moved end, and the call that it ended. */
    private long floor = Long.MIN_VALUE;
    private long floorCall = Long.MIN_VALUE;

    ShiftedRank(TraceClocks clocks, int rank) {
        this(clocks, rank, new LongList());
    }

    private ShiftedRank(TraceClocks clocks, int rank, LongList moves) {
        this.clocks = clocks;
        this.rank = rank;
        this.moves = moves;
    }

    /** Returns a copy that moves the same events again by the same amounts. */
    ShiftedRank again() {
        return new ShiftedRank(clocks, rank, moves);
    }

    /** Places the next event or record. */
    @Override
    public void place(boolean event, long from, long to) {
        rawStart = from;
        clocks.locate(rank, from, at);
        start = at.refNanos();
        clocks.locate(rank, to, at);
        aligned = at.refNanos();
        // Records of one call share its entry: none of them follows another's end.
        if (from != floorCall) {
            start = Math.max(start, floor);
        }
        end = Math.max(aligned, Math.max(start, floor));
        if (event) {
            events++;
            if (nextMove < moves.size() && moves.get(nextMove) == events) {
                raise(moves.get(nextMove + 1));
                nextMove += 2;
            }
        }
    }

    /**
     * Moves the end of the last placed call to a reference time at the earliest.
     *
     * @return amount of the move in ns; 0: none
     */
    long endsNotBefore(long refNanos) {
        if (refNanos <= end) {
            return 0;
        }
        long by = refNanos - end;
        moves.add(events);
        moves.add(refNanos);
        nextMove = moves.size();
        raise(refNanos);
        return by;
    }

    private void raise(long refNanos) {
        end = Math.max(end, refNanos);
        floor = end;
        floorCall = rawStart;
    }

    /** Returns the amount by which the last placed end was moved, ns. */
    long moved() {
        return end - aligned;
    }

    @Override
    public long start() {
        return start;
    }

    @Override
    public long end() {
        return end;
    }
}
