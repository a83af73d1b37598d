package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;

/** The pauses in which all programs were stopped (Ctrl-Z), in ns of CLOCK_MONOTONIC. Paused time is not counted. */
final class LivePauses {
    private record Pause(long since, long nanos) {}

    private final List<Pause> all = new ArrayList<>();

    void add(long since, long nanos) {
        all.add(new Pause(since, nanos));
    }

    /** Returns the length of all pauses. */
    long nanos() {
        return all.stream().mapToLong(Pause::nanos).sum();
    }

    /** Returns the paused part of a time span. */
    long within(long from, long to) {
        return all.stream()
                .mapToLong(p -> Math.max(0, Math.min(to, p.since() + p.nanos()) - Math.max(from, p.since())))
                .sum();
    }
}
