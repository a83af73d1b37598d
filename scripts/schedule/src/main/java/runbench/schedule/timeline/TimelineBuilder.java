package runbench.schedule.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects spans as a schedule goes on; neighbours that are alike become one. */
public final class TimelineBuilder {
    /** Traffic that differs by less is taken as even. */
    private static final double ALIKE = 1e-3;
    private static final double JOINED_SECONDS = 1e-9;

    private final List<ScheduleTimeline.Span> spans = new ArrayList<>();
    private final ScheduleTimeline.Span[] open;

    /** @param programs of the workload */
    public TimelineBuilder(int programs) {
        open = new ScheduleTimeline.Span[programs];
    }

    /** A program ran, as {@link ScheduleTimeline.Span} says; each program's spans come in the order of time. */
    public void add(int program, double fromSeconds, double toSeconds, double cpus, double traffic) {
        ScheduleTimeline.Span before = open[program];
        if (before != null && Math.abs(before.toSeconds() - fromSeconds) < JOINED_SECONDS && before.cpus() == cpus
                && (Math.abs(before.traffic() - traffic) <= ALIKE * Math.abs(traffic)
                        || Double.isNaN(before.traffic()) && Double.isNaN(traffic))) {
            open[program] = new ScheduleTimeline.Span(program, before.fromSeconds(), toSeconds, cpus, before.traffic());
            return;
        }
        close(program);
        open[program] = new ScheduleTimeline.Span(program, fromSeconds, toSeconds, cpus, traffic);
    }

    private void close(int program) {
        if (open[program] != null) {
            spans.add(open[program]);
            open[program] = null;
        }
    }

    /** All of them, in order of their beginnings. */
    public List<ScheduleTimeline.Span> spans() {
        for (int p = 0; p < open.length; p++) {
            close(p);
        }
        spans.sort(Comparator.comparingDouble(ScheduleTimeline.Span::fromSeconds)
                .thenComparingInt(ScheduleTimeline.Span::program));
        return List.copyOf(spans);
    }
}
