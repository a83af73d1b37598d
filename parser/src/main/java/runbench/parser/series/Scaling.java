package runbench.parser.series;

import java.util.stream.IntStream;

/** Estimates, per event, what it counted in the whole running time from what was counted while it was measured. */
final class Scaling {
    private final EventScaling[] events;

    Scaling(int events) {
        this.events = IntStream.range(0, events).mapToObj(e -> new EventScaling()).toArray(EventScaling[]::new);
    }

    void add(Period p) {
        for (int e : p.about()) {
            events[e].add(p.count(e), p.measuredNanos(e), p.runDeltaNanos, p.isFaulty(e));
        }
    }

    /** Estimate of what an event counted in the running time so far. */
    double soFar(int event) {
        return events[event].soFar();
    }

    /** Readings of an event that were left out. */
    long faults(int event) {
        return events[event].faults();
    }

    /**
     * @param faults readings left out; may be more than have been seen here
     * @param share  of the running time in which the event's group was on the counters
     */
    CountEstimate estimate(int event, long faults, double share) {
        return events[event].estimate(faults, share);
    }
}
