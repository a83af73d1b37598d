package runbench.schedule.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the spans of a schedule and joins equal neighbours. */
public final class TimelineBuilder {
    /** Relative difference of traffic below which spans are equal. */
    private static final double TRAFFIC_TOLERANCE = 1e-3;
    private static final double MAX_GAP_SECONDS = 1e-9;

    private final List<ScheduleTimeline.Span> spans = new ArrayList<>();
    private final ScheduleTimeline.Span[] open;

    /**
     * Creates a builder.
     *
     * @param programs number of programs in the workload
     */
    public TimelineBuilder(int programs) {
        open = new ScheduleTimeline.Span[programs];
    }

    /** Adds a span as in {@link ScheduleTimeline.Span}. The spans of a program must arrive in the order of time. */
    public void add(int program, double fromSeconds, double toSeconds, double cpus, double traffic) {
        ScheduleTimeline.Span before = open[program];
        if (before != null && Math.abs(before.toSeconds() - fromSeconds) < MAX_GAP_SECONDS && before.cpus() == cpus
                && (Math.abs(before.traffic() - traffic) <= TRAFFIC_TOLERANCE * Math.abs(traffic)
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

    /** Returns all spans, ordered by their starts. */
    public List<ScheduleTimeline.Span> spans() {
        for (int p = 0; p < open.length; p++) {
            close(p);
        }
        spans.sort(Comparator.comparingDouble(ScheduleTimeline.Span::fromSeconds)
                .thenComparingInt(ScheduleTimeline.Span::program));
        return List.copyOf(spans);
    }
}
