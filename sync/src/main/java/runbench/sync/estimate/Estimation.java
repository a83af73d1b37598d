package runbench.sync.estimate;

import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.Estimator.Fit;
import runbench.sync.estimate.Resampling.Jackknife;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

/** Computes an {@link Estimate} from a window of exchanges: fit, statistical error, guaranteed interval. */
public final class Estimation {
    /** Error of stamps in whole ns, ns: half a unit at each end. */
    public static final double ROUNDED_STAMPS_NANOS = 1;

    private Estimation() {
    }

    /**
     * Returns the estimate of one window.
     *
     * @param window exchanges; not empty
     * @param stamps kind of stamps to use
     * @param method estimator of the line
     * @param slackNanos largest difference between a stamp and its clock, ns: {@link #ROUNDED_STAMPS_NANOS} for clocks
     *     that tick in single ns, else their resolution
     * @throws RunbenchException if no exchange has all four stamps
     */
    public static Estimate of(Exchanges window, Stamps stamps, Estimator method, double slackNanos) {
        Probes warm = Probes.warm(window, stamps);
        Probes all = Probes.all(window, stamps);
        double x = warm.endNanos() - warm.originNanos;
        GuaranteedInterval there = GuaranteedInterval.at(all, warm.endNanos() - all.originNanos, slackNanos);
        if (there.bursts() >= Jackknife.MIN_BURSTS && there.bursts() < all.bursts()) {
            // No straight clock fits all bursts. Only those after the step, or after the worst of the wander, count.
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
