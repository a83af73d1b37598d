package runbench.sync.estimate;

import runbench.sync.exchange.Stamps;

/**
 * What a window of exchanges says about a node's clock: its lead over the reference at {@code x0Nanos} and its rate,
 * with two errors that mean different things and are never mixed.
 *
 * @param method name of the estimator
 * @param stamps which stamps it rests on
 * @param x0Nanos reference time for which the offset holds: the end of the window
 * @param baseNanos whole part of the lead, ns
 * @param offsetNanos rest of the lead, ns; the lead is {@code baseNanos + offsetNanos}
 * @param slope rate of the lead, ns per ns (1e-6 is 1 ppm)
 * @param errStatNanos statistical standard error of the lead at x0, ns; NaN with fewer than 3 bursts: unknown. It knows
 *     nothing of a constant asymmetry of the paths
 * @param slopeErr the same for the slope, ns per ns
 * @param bounds the guaranteed interval at x0, ns beyond {@code baseNanos}: causality alone
 * @param rttMinNanos smallest round trip, ns
 * @param exchanges exchanges used, without warm-up
 * @param bursts bursts used
 */
public record Estimate(String method, Stamps stamps, long x0Nanos, long baseNanos, double offsetNanos, double slope,
        double errStatNanos, double slopeErr, GuaranteedInterval bounds, double rttMinNanos, int exchanges,
        int bursts) {

    /** The lead at x0 to the nearest ns. */
    public long leadNanos() {
        return baseNanos + Math.round(offsetNanos);
    }

    /** Lower end of the guaranteed interval, ns relative to the estimated lead: usually negative. */
    public double loNanos() {
        return bounds.lo() - offsetNanos;
    }

    /** Upper end of the guaranteed interval, ns relative to the estimated lead: usually positive. */
    public double hiNanos() {
        return bounds.hi() - offsetNanos;
    }

    /** Estimated minus true lead at x0, ns; the truth is {@code wholeNanos + restNanos}. */
    public double errorAgainst(long wholeNanos, double restNanos) {
        return baseNanos - wholeNanos + (offsetNanos - restNanos);
    }

    /** Whether the guaranteed interval holds the true lead {@code wholeNanos + restNanos}. */
    public boolean guarantees(long wholeNanos, double restNanos) {
        return bounds.contains(wholeNanos - baseNanos + restNanos);
    }
}
