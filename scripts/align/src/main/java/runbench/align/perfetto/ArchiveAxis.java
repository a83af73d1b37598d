package runbench.align.perfetto;

import java.util.Map;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;

/**
 * The axis of an archive: reference time since its first stamp, ns. Drift is in here: every stamp goes through its
 * rank's timeline, so that offsets that the viewer is told are all 0.
 */
final class ArchiveAxis {
    private final Map<Integer, Timeline> timelines;
    private final long origin;

    /**
     * @param timelines by rank, from its CLOCK_MONOTONIC
     * @param origin reference time of the axis's 0, ns
     */
    ArchiveAxis(Map<Integer, Timeline> timelines, long origin) {
        this.timelines = timelines;
        this.origin = origin;
    }

    long originNanos() {
        return origin;
    }

    /** What is before the start is at the start: viewers drop what is earlier. */
    long ofReference(long refNanos) {
        return Math.max(0, refNanos - origin);
    }

    /** Places a stamp of a rank's clock; {@code at} has its error and interval afterwards. */
    long place(int rank, long stamp, PlacedStamp at) {
        timelines.get(rank).locate(stamp, at);
        return ofReference(at.refNanos());
    }
}
