package runbench.schedule.timeline;

import java.util.List;
import runbench.schedule.profile.TrafficUnit;

/**
 * A schedule as it went.
 *
 * @param workload what the file calls it
 * @param policy the policy's name as a person reads it
 * @param programs names in the order of the workload
 * @param cpus CPUs that there were
 * @param unit unit of all traffic
 * @param sustained what memory carries at most; NaN where not known
 * @param source what told the traffic, in words; "simulated", or a counter's name
 * @param moved true: traffic is what went by; false: what the programs would have moved alone, by their profiles
 * @param spans in order of their beginnings
 */
public record ScheduleTimeline(String workload, String policy, List<String> programs, int cpus, TrafficUnit unit,
        double sustained, String source, boolean moved, List<Span> spans) {
    public ScheduleTimeline {
        programs = List.copyOf(programs);
        spans = List.copyOf(spans);
    }

    /**
     * A program ran.
     *
     * @param program number in the workload, from 0
     * @param fromSeconds since the schedule began
     * @param toSeconds not before it began
     * @param cpus CPUs that it had; a part where some of its threads had one for part of the time
     * @param traffic of all its threads, per time of the span; NaN where not known
     */
    public record Span(int program, double fromSeconds, double toSeconds, double cpus, double traffic) {}
}
