package runbench.sync.estimate;

import java.util.Arrays;

/**
 * The line through two one-way readings, at the beginning and at the end, corrected by a fixed delay. The delay is
 * the mean of half round trips within 1 us of one another. The readings go from node to reference: the reference
 * compares a node's time on arrival (section 5.2, {@code Ca(t0) = Ca(t0 + d) - d}).
 */
public final class PingPongDelay implements Estimator {
    private static final double AGREEMENT_NANOS = 1000;

    @Override
    public String name() {
        return "clop";
    }

    @Override
    public String source() {
        return "Kobayashi, Ohkama, Fujiwara: Design of real-time logging system for PC cluster \"Clop\","
                + " sections 5.1-5.3";
    }

    @Override
    public ClockLine fit(Probes p) {
        double delay = delay(p);
        int first = p.burstStart[0];
        int last = p.burstStart[p.bursts() - 1];
        return ClockLine.through(p.received[first], p.backward[first] + delay, p.received[last],
                p.backward[last] + delay);
    }

    /** Returns the mean of the half round trips within half a microsecond of their median, ns. */
    private static double delay(Probes p) {
        double[] half = new double[p.size()];
        for (int i = 0; i < half.length; i++) {
            half[i] = p.roundTrip(i) / 2;
        }
        double median = Fits.median(half);
        return Arrays.stream(half).filter(d -> Math.abs(d - median) <= AGREEMENT_NANOS / 2).average().orElse(median);
    }
}
