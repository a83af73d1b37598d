package runbench.sync.estimate;

import runbench.sync.exchange.Exchanges.Stamps;

/**
 * An estimate of a node's clock from one window of exchanges: lead and rate with two separate errors.
 *
 * @param method name of the estimator
 * @param stamps kind of stamps used
 * @param x0Nanos reference time at which the lead holds: the end of the window
 * @param baseNanos whole part of the lead, ns
 * @param offsetNanos rest of the lead, ns; the lead is {@code baseNanos + offsetNanos}
 * @param slope rate of the lead, ns per ns (1e-6 is 1 ppm)
 * @param errStatNanos statistical standard error of the lead at x0, ns; NaN (unknown) with fewer than 3 bursts;
 *     excludes a constant asymmetry of the path
 * @param slopeErr statistical standard error of the slope, ns per ns; NaN as above
 * @param bounds guaranteed interval at x0, ns relative to {@code baseNanos}; follows from causality alone
 * @param rttMinNanos smallest round trip, ns
 * @param exchanges number of exchanges used, without warm-up
 * @param bursts number of bursts used
 */
public record Estimate(String method, Stamps stamps, long x0Nanos, long baseNanos, double offsetNanos, double slope,
        double errStatNanos, double slopeErr, GuaranteedInterval bounds, double rttMinNanos, int exchanges,
        int bursts) {

    /** Returns the lead at x0, rounded to ns. */
    public long leadNanos() {
        return baseNanos + Math.round(offsetNanos);
    }

    /** Returns the lower end of the guaranteed interval, ns relative to the estimated lead; usually negative. */
    public double loNanos() {
        return bounds.lo() - offsetNanos;
    }

    /** Returns the upper end of the guaranteed interval, ns relative to the estimated lead; usually positive. */
    public double hiNanos() {
        return bounds.hi() - offsetNanos;
    }

    /**
     * Returns the estimated minus the true lead at x0, ns.
     *
     * @param wholeNanos whole part of the true lead, ns
     * @param restNanos rest of the true lead, ns
     */
    public double errorAgainst(long wholeNanos, double restNanos) {
        return baseNanos - wholeNanos + (offsetNanos - restNanos);
    }

    /** Returns whether the guaranteed interval contains the true lead {@code wholeNanos + restNanos}, ns. */
    public boolean guarantees(long wholeNanos, double restNanos) {
        return bounds.contains(wholeNanos - baseNanos + restNanos);
    }
}
