package runbench.measure.schedule;

import java.util.List;
import runbench.measure.schedule.GangEvent.GangReading;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Counters that measure the memory traffic of a single program on this machine.
 *
 * @param events events as arguments of the sampler's helper: first those of the traffic, then instructions
 * @param bytesEach bytes per count of each traffic event
 * @param unit unit of the traffic
 * @param label description of the counters; empty: none
 */
public record TrafficMeter(List<String> events, List<Double> bytesEach, TrafficUnit unit, String label) {
    public TrafficMeter {
        events = List.copyOf(events);
        bytesEach = List.copyOf(bytesEach);
    }

    /** Returns a meter without counters, for machines that cannot count memory traffic. */
    static TrafficMeter none(TrafficUnit unit) {
        return new TrafficMeter(List.of(), List.of(), unit, "");
    }

    /** Returns the programs whose traffic is unknown: they have no profile, and this machine cannot count it. */
    List<String> unknown(Workload workload) {
        return events.isEmpty()
                ? workload.programs().stream().filter(p -> p.profile().isEmpty()).map(WorkloadProgram::name).toList()
                : List.of();
    }

    /** Returns the traffic per time; NaN if an event was not counted in one of the two readings or there is none. */
    double traffic(GangReading before, GangReading now, long wallNanos) {
        if (bytesEach.isEmpty()) {
            return Double.NaN;
        }
        double bytes = 0;
        for (int i = 0; i < bytesEach.size(); i++) {
            Long value = now.value(i);
            Long earlier = before.begun() ? before.value(i) : (Long) 0L;
            if (value == null || earlier == null) {
                return Double.NaN;
            }
            bytes += (value - earlier) * bytesEach.get(i);
        }
        // Counts that are scaled for multiplexing are estimates and may decrease.
        return unit.of(Math.max(0, bytes) / (wallNanos / 1e9), TrafficUnit.BYTES_PER_SECOND);
    }

    /** Returns the instructions; null: not counted. */
    Long instructions(GangReading r) {
        return r.value(bytesEach.size());
    }
}
