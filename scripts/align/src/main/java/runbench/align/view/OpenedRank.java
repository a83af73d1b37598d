package runbench.align.view;

import java.util.List;
import runbench.align.traces.Alignment;
import runbench.base.timeline.Timeline;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.view.RunView;

/**
 * A rank before its recording is read: its extent and timeline.
 *
 * @param clock clock of the rank
 * @param view view of the recording; null: no recording, or unreadable
 * @param why reason why there is no data; null: there is
 * @param timeline timeline to the reference; null: unknown until the rank is placed
 * @param startNs start of the recording, else of the trace, in the rank's clock, ns
 * @param endNs end likewise; not after the start if there is no data
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
     * Returns the distance between trace and recording, which overlap if they have one clock.
     *
     * @return ns; 0 if they overlap or there is no recording
     */
    long nanosApart(long fromNs, long toNs) {
        return view == null ? 0 : Math.max(0, Math.max(fromNs - endNs, startNs - toNs));
    }

    /** Returns the same rank with the extent of its trace. */
    OpenedRank traced(long fromNs, long toNs) {
        return known() ? this : new OpenedRank(clock, view, why, timeline, fromNs, toNs);
    }

    /**
     * Places a rank that is not aligned: the first start of the ranks that share its clock is drawn at the start of the
     * run.
     *
     * @param refNs reference time of the start of the run, ns
     * @param firstNs first start of these ranks in their clock, ns
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
