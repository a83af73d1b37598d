package runbench.pas2p.trace;

import java.util.List;
import java.util.stream.IntStream;
import runbench.base.timeline.Timeline;

/**
 * Conversion of times of a rank's node into one reference time, so that ranks of several nodes can be compared. Logical
 * order does not need it; phase times and charts do.
 */
public final class RankTimelines {
    /** No conversion: all ranks on one node, or clocks that are accurate enough. */
    public static final RankTimelines NONE = new RankTimelines(null, List.of());

    /** Timeline of each rank; null: no conversion. */
    private final Timeline[] timelines;
    private final List<NodeClockError> errors;

    private RankTimelines(Timeline[] timelines, List<NodeClockError> errors) {
        this.timelines = timelines;
        this.errors = errors;
    }

    /**
     * Creates a conversion by constant shifts of unknown accuracy.
     *
     * @param nanos nanoseconds to add to the times of each rank
     */
    public static RankTimelines shifts(long[] nanos) {
        return new RankTimelines(IntStream.range(0, nanos.length)
                .mapToObj(r -> Timeline.IDENTITY.shifted(nanos[r]))
                .toArray(Timeline[]::new), List.of());
    }

    /**
     * Creates a conversion by the clocks of the ranks' nodes.
     *
     * @param timelines one per rank, from the times in its trace to the reference's
     */
    public static RankTimelines of(MpiTrace trace, Timeline[] timelines) {
        return new RankTimelines(timelines.clone(), NodeClockError.of(trace, timelines));
    }

    /** Returns the conversion for a trace whose further threads are locations as well. */
    RankTimelines ofLocations(int[] ranks) {
        return timelines == null || ranks.length == timelines.length ? this
                : new RankTimelines(IntStream.of(ranks).mapToObj(r -> timelines[r]).toArray(Timeline[]::new), errors);
    }

    /** Converts a time of a location's node into reference time; monotonic in {@code nanos}. */
    public long toReference(int location, long nanos) {
        return timelines == null ? nanos : timelines[location].refNanos(nanos);
    }

    /** Returns the accuracy of each node's clock during the run; empty without a clock model. */
    public List<NodeClockError> errors() {
        return errors;
    }
}
