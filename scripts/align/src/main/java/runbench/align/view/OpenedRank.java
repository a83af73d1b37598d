package runbench.align.view;

import java.util.List;
import runbench.align.traces.Alignment;
import runbench.base.timeline.Timeline;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.view.RunView;

/**
 * A rank before its recording is read: where it begins and ends, and what time it is there.
 *
 * @param view null: nothing of it was recorded, or it cannot be read
 * @param why it is not there; null where it is
 * @param timeline null: nobody knows, until it is placed
 * @param startNs of its clock; of the recording, else of the trace
 * @param endNs likewise; not after the start where nothing of it is there
 */
record OpenedRank(Alignment.RankClock clock, RunView view, String why, Timeline timeline, long startNs, long endNs) {
    static OpenedRank of(Alignment.RankClock clock, Recording recording, String why, List<Metric> metrics) {
        if (recording == null || recording.samples() == 0 && recording.records() == 0) {
            return new OpenedRank(clock, null, why != null ? why : "its recording is empty",
                    clock.timeline().orElse(null), 0, 0);
        }
        RunView view = RunView.of(recording, metrics);
        Periods periods = view.periods();
        long start = periods.startWallNanos();
        return new OpenedRank(clock, view, null, clock.timeline().orElse(null), start,
                start + periods.extent().wallNanos());
    }

    int rank() {
        return clock.rank().rank();
    }

    boolean known() {
        return endNs > startNs;
    }

    /**
     * The distance between its trace and its recording, which overlap if they have one clock, ns.
     *
     * @return 0 if they overlap or nothing was recorded
     */
    long nanosApart(long fromNs, long toNs) {
        return view == null ? 0 : Math.max(0, Math.max(fromNs - endNs, startNs - toNs));
    }

    /** The same where its trace tells when it ran. */
    OpenedRank traced(long fromNs, long toNs) {
        return known() ? this : new OpenedRank(clock, view, why, timeline, fromNs, toNs);
    }

    /**
     * Of a rank that is not aligned: the start of those that share its clock is drawn at the start of the run.
     *
     * @param refNs there
     * @param firstNs when the first of these starts, their clock
     */
    OpenedRank placed(long refNs, long firstNs) {
        return timeline != null ? this
                : new OpenedRank(clock, view, why, Timeline.IDENTITY.shifted(refNs - firstNs), startNs, endNs);
    }

    long refStart() {
        return timeline.refNanos(startNs);
    }

    long refEnd() {
        return timeline.refNanos(endNs);
    }
}
