package runbench.sync.model;

import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Recording;

/**
 * A node's clock as one window saw it.
 *
 * @param x0Nanos      reference time for which the offset holds
 * @param baseNanos    whole part of the offset (node minus reference), ns
 * @param offsetNanos  rest of the offset, ns
 * @param slope        ns per ns
 * @param errStatNanos statistical standard error of the offset, ns
 * @param slopeErr     statistical standard error of the slope, ns per ns
 * @param loNanos      lower end of the guaranteed interval of the offset, ns beyond the base
 * @param hiNanos      upper end
 * @param slopeLo      least slope that contradicts no exchange
 * @param slopeHi      greatest
 * @param rttMinNanos  smallest round trip, ns
 * @param exchanges    exchanges it rests on
 * @param method       estimator
 * @param stamps       kernel or user
 * @param ticks        frequency of the node's counter; null for a clock that counts ns
 * @param external     the reference against UTC; null if nobody read it
 */
public record WindowModel(
        long x0Nanos, long baseNanos, double offsetNanos, double slope, double errStatNanos, double slopeErr,
        double loNanos, double hiNanos, double slopeLo, double slopeHi, double rttMinNanos, int exchanges,
        String method, String stamps, Ticks ticks, External external) {

    public static WindowModel of(Estimate e) {
        return new WindowModel(e.x0Nanos(), e.baseNanos(), e.offsetNanos(), e.slope(), finite(e.errStatNanos()),
                finite(e.slopeErr()), e.bounds().lo(), e.bounds().hi(), e.bounds().slopeLo(), e.bounds().slopeHi(),
                e.rttMinNanos(), e.exchanges(), e.method(), e.stamps().name().toLowerCase(java.util.Locale.ROOT), null, null);
    }

    /** With what the recording says beside its exchanges: the node's counter, the reference against UTC. */
    public static WindowModel of(Estimate e, Recording recording) {
        return of(e).with(Ticks.of(recording.meta().path("node_clock")), External.ofRecording(recording.meta().path("external")));
    }

    WindowModel with(Ticks counter, External utc) {
        return new WindowModel(x0Nanos, baseNanos, offsetNanos, slope, errStatNanos, slopeErr, loNanos, hiNanos, slopeLo,
                slopeHi, rttMinNanos, exchanges, method, stamps, counter, utc);
    }

    private static double finite(double v) {
        return Double.isFinite(v) ? v : 0;
    }

    /**
     * The offset predicted for {@code dt} ns after (or before, if negative) the window.
     *
     * @param wander how much the rate may change, ns per ns
     */
    Offset predict(double dt, double wander) {
        double away = Math.abs(dt);
        double err = Math.hypot(errStatNanos, slopeErr * away) + wander * away;
        double up = dt >= 0 ? slopeHi + wander : slopeLo - wander;
        double down = dt >= 0 ? slopeLo - wander : slopeHi + wander;
        return new Offset(baseNanos, offsetNanos + slope * dt, err, loNanos + down * dt, hiNanos + up * dt);
    }

    /** How far {@code later} finds the clock from where this window alone predicts it, ns. */
    double missedBy(WindowModel later) {
        double expected = offsetNanos + slope * (later.x0Nanos - x0Nanos);
        return later.baseNanos - baseNanos + (later.offsetNanos - expected);
    }

    /** Reference time until which the predicted error stays below {@code toleranceNanos}. */
    public long validUntilNanos(double toleranceNanos, double wander) {
        double rate = slopeErr + wander;
        double left = Math.max(0, toleranceNanos - errStatNanos);
        return rate == 0 ? Long.MAX_VALUE : x0Nanos + (long) Math.min(left / rate, 1e18);
    }
}
