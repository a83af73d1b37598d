package runbench.parser.series;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Estimates, per event, what it counted in the whole running time from what was counted while it was measured. */
final class Scaling {
    private static final int[] NONE = {};

    private final EventScaling[] events;
    /** Of the errors of the estimates; events of different groups are measured at different times, and 0. */
    private final double[][] covariance;

    Scaling(int events) {
        this.events = IntStream.range(0, events).mapToObj(e -> new EventScaling()).toArray(EventScaling[]::new);
        covariance = new double[events][events];
    }

    void add(Period p) {
        for (int e : p.about()) {
            events[e].add(p.count(e), p.measuredNanos(e), p.runDeltaNanos, p.isFaulty(e));
        }
        for (int e : p.about()) {
            double step = events[e].step();
            for (int f : step == 0 ? NONE : p.about()) {
                covariance[e][f] += step * events[f].step();
            }
        }
    }

    /** How the errors of the estimates hang together. */
    EstimateErrors errors() {
        return new EstimateErrors(covariance, Arrays.stream(events).mapToDouble(EventScaling::quantile).toArray());
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
     * @param share of the running time in which the event's group was on the counters
     */
    CountEstimate estimate(int event, long faults, double share) {
        return events[event].estimate(faults, share);
    }
}
