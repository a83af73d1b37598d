package runbench.align.traces;

import runbench.align.traces.Alignment.RankClock;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;

/** The clocks of a traced run's ranks. Ranks that are not aligned get an unbounded placement. */
final class TraceClocks {
    /** Maps stamps unchanged, without any guarantee. */
    private static final Timeline UNBOUNDED = (stamp, out) -> out.set(stamp, Double.NaN, Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY, How.STEPPED);

    private final Timeline[] byRank;
    private final RankClock[] clocks;

    TraceClocks(Alignment alignment, int ranks) {
        byRank = new Timeline[ranks];
        clocks = new RankClock[ranks];
        for (int r = 0; r < ranks; r++) {
            clocks[r] = alignment.has(r) ? alignment.clock(r) : null;
            byRank[r] = clocks[r] == null ? UNBOUNDED : clocks[r].timeline().orElse(UNBOUNDED);
        }
    }

    void locate(int rank, long stamp, PlacedStamp out) {
        byRank[rank].locate(stamp, out);
    }

    long refNanos(int rank, long stamp) {
        return byRank[rank].refNanos(stamp);
    }

    boolean aligned(int rank) {
        return byRank[rank] != UNBOUNDED;
    }

    /** Returns whether differences between both ranks' stamps are exact. */
    boolean oneClock(int a, int b) {
        return a == b || clocks[a] != null && clocks[b] != null && clocks[a].sharesClockWith(clocks[b]);
    }

    /** Returns whether times of both ranks can be compared at all. */
    boolean comparable(int a, int b) {
        return oneClock(a, b) || aligned(a) && aligned(b);
    }

    RankTimelines timelines(MpiTrace trace) {
        return RankTimelines.of(trace, byRank);
    }
}
