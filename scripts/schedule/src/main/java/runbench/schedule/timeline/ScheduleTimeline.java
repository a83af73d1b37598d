package runbench.schedule.timeline;

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
}
