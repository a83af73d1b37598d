package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;

/** When all programs were stopped (Ctrl-Z): time that counts nowhere. In nanoseconds of CLOCK_MONOTONIC. */
final class LivePauses {
    private record Pause(long since, long nanos) {}

    private final List<Pause> all = new ArrayList<>();

    void add(long since, long nanos) {
        all.add(new Pause(since, nanos));
    }

    /** Of all of them. */
    long nanos() {
        return all.stream().mapToLong(Pause::nanos).sum();
    }

    /** What of a stretch was such a pause. */
    long within(long from, long to) {
        return all.stream()
                .mapToLong(p -> Math.max(0, Math.min(to, p.since() + p.nanos()) - Math.max(from, p.since())))
                .sum();
    }
}
