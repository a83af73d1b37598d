package runbench.pas2p.trace;

import java.util.List;
import java.util.stream.IntStream;
import runbench.base.timeline.Timeline;

/**
 * Turns times of a rank's node into one reference time, so that ranks of several nodes can be compared. Logical order
 * never needs it; phase times and charts do.
 */
public final class RankTimelines {
    /** All ranks on one node, or clocks that are good enough as they are. */
    public static final RankTimelines NONE = new RankTimelines(null, List.of());

    /** Of each rank; null: as they are. */
    private final Timeline[] timelines;
    private final List<NodeClockError> errors;

    private RankTimelines(Timeline[] timelines, List<NodeClockError> errors) {
        this.timelines = timelines;
        this.errors = errors;
    }

    /** Nanoseconds to add to the times of each rank; how wrong they are nobody says. */
    public static RankTimelines shifts(long[] nanos) {
        return new RankTimelines(IntStream.range(0, nanos.length)
                .mapToObj(r -> Timeline.IDENTITY.shifted(nanos[r]))
                .toArray(Timeline[]::new), List.of());
    }

    /**
     * By the clocks of the nodes where the ranks ran.
     *
     * @param timelines one a rank, from the times in its trace to the reference's
     */
    public static RankTimelines of(MpiTrace trace, Timeline[] timelines) {
        return new RankTimelines(timelines.clone(), NodeClockError.of(trace, timelines));
    }

    /** The same for a trace whose further threads are locations, too. */
    RankTimelines ofLocations(int[] ranks) {
        return timelines == null || ranks.length == timelines.length ? this
                : new RankTimelines(IntStream.of(ranks).mapToObj(r -> timelines[r]).toArray(Timeline[]::new), errors);
    }

    /** @return {@code nanos} of the clock of this location's node in reference time; monotonic in {@code nanos} */
    public long toReference(int location, long nanos) {
        return timelines == null ? nanos : timelines[location].refNanos(nanos);
    }

    /** How well each node's clock was known during the run; empty where no model says. */
    public List<NodeClockError> errors() {
        return errors;
    }
}
