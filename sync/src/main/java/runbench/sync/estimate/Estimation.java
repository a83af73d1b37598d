package runbench.sync.estimate;

import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Stamps;

/** From a window of exchanges to an {@link Estimate}: fit, statistical error, guaranteed interval. */
public final class Estimation {
    /** Integer stamps are up to half a unit off at each end. */
    public static final double ROUNDED_STAMPS_NANOS = 1;

    private Estimation() {
    }

    /**
     * @param slackNanos how far a stamp may be off its clock, ns: {@link #ROUNDED_STAMPS_NANOS} for clocks that tick in
     *     single ns, else their resolution
     */
    public static Estimate of(Exchanges window, Stamps stamps, Estimator method, double slackNanos) {
        Probes warm = Probes.warm(window, stamps);
        Probes all = Probes.all(window, stamps);
        double x = warm.endNanos() - warm.originNanos;
        GuaranteedInterval there = GuaranteedInterval.at(all, warm.endNanos() - all.originNanos, slackNanos);
        if (there.bursts() >= Jackknife.FEWEST_BURSTS && there.bursts() < all.bursts()) {
            // No straight clock fits all: only what came after the step, or after the worst of the wander, counts.
            int from = warm.bursts() - Math.min(warm.bursts(), there.bursts());
            warm = warm.bursts(k -> k >= from);
        }
        Fit fit = method.fitWithErrors(warm, x);
        ClockLine line = fit.line();
        double shift = all.baseNanos - warm.baseNanos;
        GuaranteedInterval bounds = new GuaranteedInterval(there.lo() + shift, there.hi() + shift, there.slopeLo(),
                there.slopeHi(), there.bursts());
        return new Estimate(method.name(), stamps, warm.endNanos(), warm.baseNanos, line.at(x), line.slope(),
                fit.lead(), fit.slope(), bounds.holding(line.at(x), fit.lead(), line.slope(), fit.slope()),
                warm.roundTripMin(), warm.size(), warm.bursts());
    }
}
