package runbench.schedule.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import runbench.schedule.profile.TrafficUnit;

/**
 * A schedule over time.
 *
 * @param workload name in the workload file
 * @param policy label of the policy
 * @param programs names in the order of the workload
 * @param cpus number of CPUs
 * @param unit unit of all traffic
 * @param sustained sustained memory bandwidth; NaN if unknown
 * @param source source of the traffic: "simulated", or the name of a counter
 * @param moved true if the traffic was transferred; false if it is the traffic alone from the profiles
 * @param spans spans in the order of their starts
 */
public record ScheduleTimeline(String workload, String policy, List<String> programs, int cpus, TrafficUnit unit,
        double sustained, String source, boolean moved, List<Span> spans) {
    public ScheduleTimeline {
        programs = List.copyOf(programs);
        spans = List.copyOf(spans);
    }

    /**
     * A period in which a program ran.
     *
     * @param program number in the workload, from 0
     * @param fromSeconds start, since the start of the schedule
     * @param toSeconds end, not before the start
     * @param cpus number of CPUs; a fraction if some threads had one for part of the time
     * @param traffic traffic of all threads per time of the span; NaN if unknown
     */
    public record Span(int program, double fromSeconds, double toSeconds, double cpus, double traffic) {}

    /** Collects the spans of a schedule and joins equal neighbours. */
    public static final class TimelineBuilder {
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
                open[program] = new ScheduleTimeline.Span(program, before.fromSeconds(), toSeconds, cpus,
                        before.traffic());
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
}
