package runbench.schedule.live;

import java.util.List;
import java.util.Objects;
import runbench.schedule.profile.TrafficUnit;

/**
 * Traffic of a program by counters of its own, where this machine has some: lines that came from memory.
 *
 * @param events as the sampler's helper takes them: first those that are lines from memory, then instructions
 * @param lines how many of the events are lines
 * @param lineBytes of a cache line
 * @param unit of the traffic told
 * @param label what is counted, for a person; empty where nothing is
 */
public record TrafficMeter(List<String> events, int lines, int lineBytes, TrafficUnit unit, String label) {
    public TrafficMeter {
        events = List.copyOf(events);
    }

    /** Nothing of memory can be counted here. */
    static TrafficMeter none(TrafficUnit unit) {
        return new TrafficMeter(List.of(), 0, 64, unit, "");
    }

    /** Per time that it had; NaN where an event was not counted, or there is none. */
    double traffic(GangReading before, GangReading now, long wallNanos) {
        if (lines == 0) {
            return Double.NaN;
        }
        List<Long> then = before.values();
        List<Long> values = now.values();
        double sum = 0;
        for (int i = 0; i < lines; i++) {
            if (i >= values.size() || values.get(i) == null) {
                return Double.NaN;
            }
            sum += values.get(i) - (i < then.size() ? Objects.requireNonNullElse(then.get(i), 0L) : 0L);
        }
        return unit == TrafficUnit.BYTES_PER_SECOND ? sum * lineBytes / (wallNanos / 1e9) : sum / (wallNanos / 1e3);
    }

    /** Null where they are not counted. */
    Long instructions(GangReading r) {
        return r.values().size() > lines ? r.values().get(lines) : null;
    }
}
