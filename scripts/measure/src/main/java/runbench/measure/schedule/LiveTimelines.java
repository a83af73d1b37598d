package runbench.measure.schedule;

import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.LiveQuantum;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.timeline.ScheduleTimeline;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;

/** Converts the result of a run to a timeline for a chart. */
public final class LiveTimelines {
    private LiveTimelines() {
    }

    /**
     * Returns the timeline.
     *
     * @param label display name of the policy
     */
    public static ScheduleTimeline of(LiveResult r, String label) {
        TimelineBuilder timeline = new TimelineBuilder(r.programs().size());
        for (LiveQuantum q : r.quanta()) {
            for (LiveQuantum.Ran ran : q.ran()) {
                int cpus = Math.min(ran.cpus().size(), Math.max(1, r.programs().get(ran.program()).threads()));
                timeline.add(ran.program(), ran.fromSeconds(), ran.toSeconds(), cpus,
                        ran.traffic() == null ? Double.NaN : ran.traffic());
            }
        }
        TrafficUnit unit = r.unit().equals(TrafficUnit.BYTES_PER_SECOND.label()) ? TrafficUnit.BYTES_PER_SECOND
                : TrafficUnit.TRANSACTIONS_PER_MICROSECOND;
        return new ScheduleTimeline(r.workload(), label, r.programs().stream().map(LiveOutcome::name).toList(),
                r.cpus().size(), unit, r.sustained() == null ? Double.NaN : r.sustained(),
                r.trafficSource() + ", run on this machine"
                        + (r.sustained() == null ? "" : "; sustained: " + r.sustainedFrom()),
                r.trafficBasis() != TrafficBasis.PROFILE, timeline.spans());
    }
}
