package runbench.align.perfetto;

import java.util.Map;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;

/**
 * The time axis of an archive: reference time since its first stamp, ns. Every stamp is converted by its rank's
 * timeline, including drift, so the clock offsets in the archive are 0.
 */
final class ArchiveAxis {
    private final Map<Integer, Timeline> timelines;
    private final long origin;

    /**
     * Creates the axis.
     *
     * @param timelines timelines from each rank's CLOCK_MONOTONIC
     * @param origin reference time at 0, ns
     */
    ArchiveAxis(Map<Integer, Timeline> timelines, long origin) {
        this.timelines = timelines;
        this.origin = origin;
    }

    long originNanos() {
        return origin;
    }

    /** Clamps to 0, because viewers drop negative times. */
    long ofReference(long refNanos) {
        return Math.max(0, refNanos - origin);
    }

    /** Converts a stamp of a rank's clock; afterwards {@code at} holds its error and interval. */
    long place(int rank, long stamp, PlacedStamp at) {
        timelines.get(rank).locate(stamp, at);
        return ofReference(at.refNanos());
    }
}
