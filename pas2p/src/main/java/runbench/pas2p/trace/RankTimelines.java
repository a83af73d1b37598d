package runbench.pas2p.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.StatedError;
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

    /**
     * The accuracy of a node's clock against the reference during a run.
     *
     * @param node its name
     * @param worst the worst of {@value #MOMENTS} times from its ranks' first event to their last
     */
    public record NodeClockError(String node, StatedError worst) {
        private static final int MOMENTS = 65;

        static List<NodeClockError> of(MpiTrace trace, Timeline[] timelines) {
            Map<String, StatedError> byNode = new LinkedHashMap<>();
            for (int r = 0; r < trace.ranks(); r++) {
                if (trace.present(r)) {
                    byNode.merge(trace.header(r).host(),
                            StatedError.over(timelines[r], trace.firstNodeNanos(r), trace.lastNodeNanos(r), MOMENTS),
                            StatedError::worse);
                }
            }
            List<NodeClockError> all = new ArrayList<>();
            byNode.forEach((node, worst) -> all.add(new NodeClockError(node, worst)));
            return all;
        }

        /** Returns the statistical standard error, ns; NaN: unknown. */
        public double errStatNanos() {
            return worst.errStatNanos();
        }

        /** Returns the lower bound of the error of the reference time (negative), ns. */
        public double loNanos() {
            return worst.loNanos();
        }

        /** Returns the upper bound of the error of the reference time, ns. */
        public double hiNanos() {
            return worst.hiNanos();
        }

        /** Returns the least certain derivation of the time. */
        public How how() {
            return worst.how();
        }
    }
}
