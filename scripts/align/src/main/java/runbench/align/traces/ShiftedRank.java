package runbench.align.traces;

import runbench.base.timeline.PlacedStamp;
import runbench.pas2p.trace.TraceCopy;

/**
 * The stamps of one location on the reference's axis, each moved forwards only, and only as far as causality asks: what
 * a call waited for cannot come after its end, and what follows a moved end cannot come before it.
 */
final class ShiftedRank implements TraceCopy.Stamping {
    private final TraceClocks clocks;
    private final int rank;
    private final PlacedStamp at = new PlacedStamp();
    /** Ends that were moved: pairs of the event's serial number and its least end. */
    private final LongList moves;
    private int nextMove;
    private long events;
    private long rawStart;
    private long aligned;
    private long start;
    private long end;
    /** The latest end that was moved, and the call that it ended. */
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

    /** Walks the same events once more and moves them as they were moved the first time. */
    ShiftedRank again() {
        return new ShiftedRank(clocks, rank, moves);
    }

    /** The next event or record. */
    @Override
    public void place(boolean event, long from, long to) {
        rawStart = from;
        clocks.locate(rank, from, at);
        start = at.refNanos();
        clocks.locate(rank, to, at);
        aligned = at.refNanos();
        // Records of one call share its entry: none of them comes after another's end.
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
     * The call that was placed last cannot have ended before this moment of the reference's time. @return by how much
     * it was moved, ns
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

    /** How far the end that was placed last stands behind its aligned stamp, ns. */
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
