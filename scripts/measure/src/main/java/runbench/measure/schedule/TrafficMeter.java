package runbench.measure.schedule;

import java.util.List;
import runbench.schedule.profile.TrafficUnit;

/**
 * Traffic of a program by counters of its own, where this machine has some.
 *
 * @param events as the sampler's helper takes them: first those that tell the traffic, then instructions
 * @param bytesEach how many bytes one count of each of the first events stands for
 * @param unit of the traffic told
 * @param label what is counted, for a person; empty where nothing is
 */
public record TrafficMeter(List<String> events, List<Double> bytesEach, TrafficUnit unit, String label) {
    public TrafficMeter {
        events = List.copyOf(events);
        bytesEach = List.copyOf(bytesEach);
    }

    /** Nothing of memory can be counted here. */
    static TrafficMeter none(TrafficUnit unit) {
        return new TrafficMeter(List.of(), List.of(), unit, "");
    }

    /** Per time that it had; NaN where an event was not counted at one of the two moments, or there is none. */
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
        // What is made up for while others have the counters is an estimate, and may fall.
        return unit.of(Math.max(0, bytes) / (wallNanos / 1e9), TrafficUnit.BYTES_PER_SECOND);
    }

    /** Null where they are not counted. */
    Long instructions(GangReading r) {
        return r.value(bytesEach.size());
    }
}
