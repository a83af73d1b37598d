package runbench.sync.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;

/**
 * A node's clock as one window saw it.
 *
 * @param x0Nanos reference time for which the offset holds
 * @param baseNanos whole part of the offset (node minus reference), ns
 * @param offsetNanos rest of the offset, ns
 * @param slope ns per ns
 * @param errStatNanos statistical standard error of the offset, ns; NaN: unknown, the window was too short to tell
 * @param slopeErr statistical standard error of the slope, ns per ns; NaN as before
 * @param loNanos lower end of the guaranteed interval of the offset, ns beyond the base
 * @param hiNanos upper end
 * @param slopeLo least slope that contradicts no exchange
 * @param slopeHi greatest
 * @param rttMinNanos smallest round trip, ns
 * @param exchanges exchanges it rests on
 * @param method estimator
 * @param stamps kernel or user
 * @param ticks frequency of the node's counter; null for a clock that counts ns
 * @param external the reference against UTC; null if nobody read it
 */
public record WindowModel(long x0Nanos, long baseNanos, double offsetNanos, double slope, double errStatNanos,
        double slopeErr, double loNanos, double hiNanos, double slopeLo, double slopeHi, double rttMinNanos,
        int exchanges, String method, String stamps, Ticks ticks, External external) {

    private static final double FOR_EVER = 1e18;

    public static WindowModel of(Estimate e) {
        return new WindowModel(e.x0Nanos(), e.baseNanos(), e.offsetNanos(), e.slope(), e.errStatNanos(), e.slopeErr(),
                e.bounds().lo(), e.bounds().hi(), e.bounds().slopeLo(), e.bounds().slopeHi(), e.rttMinNanos(),
                e.exchanges(), e.method(), e.stamps().name().toLowerCase(java.util.Locale.ROOT), null, null);
    }

    /** With what the recording says beside its exchanges: the node's counter, the reference against UTC. */
    public static WindowModel of(Estimate e, ExchangeRecording recording) {
        return of(e).with(Ticks.of(recording.meta().nodeClock()), External.ofRecording(recording.meta().external()));
    }

    WindowModel with(Ticks counter, External utc) {
        return new WindowModel(x0Nanos, baseNanos, offsetNanos, slope, errStatNanos, slopeErr, loNanos, hiNanos,
                slopeLo, slopeHi, rttMinNanos, exchanges, method, stamps, counter, utc);
    }

    /**
     * The same counter's clock as if its ticks had been turned into ns by another divisor: two programs that each
     * measured the frequency write different ns for one tick, and drift apart by the difference since the boot.
     */
    WindowModel rescaled(Ticks to) {
        MathContext exact = new MathContext(40);
        BigDecimal factor = BigDecimal.valueOf(ticks.hertz()).divide(BigDecimal.valueOf(to.hertz()), exact);
        BigDecimal lead = BigDecimal.valueOf(x0Nanos)
                .add(BigDecimal.valueOf(baseNanos))
                .add(BigDecimal.valueOf(offsetNanos))
                .multiply(factor, exact)
                .subtract(BigDecimal.valueOf(x0Nanos));
        long base = lead.setScale(0, RoundingMode.FLOOR).longValueExact();
        double offset = lead.subtract(BigDecimal.valueOf(base)).doubleValue();
        double k = factor.doubleValue();
        double more = factor.subtract(BigDecimal.ONE).doubleValue();
        return new WindowModel(x0Nanos, base, offset, slope * k + more, errStatNanos * k, slopeErr * k,
                offset + (loNanos - offsetNanos) * k, offset + (hiNanos - offsetNanos) * k, slopeLo * k + more,
                slopeHi * k + more, rttMinNanos, exchanges, method, stamps, to, external);
    }

    /**
     * The offset predicted for {@code dt} ns after (or before, if negative) the window.
     *
     * @param wander how much the rate may change, ns per ns
     */
    Offset predict(double dt, double wander) {
        return new Offset(baseNanos, rest(dt), err(dt, wander), lo(dt, wander), hi(dt, wander));
    }

    /** The offset beyond the base that is predicted, ns. */
    double rest(double dt) {
        return offsetNanos + slope * dt;
    }

    /** Its statistical error plus what wander may add, ns. */
    double err(double dt, double wander) {
        double away = Math.abs(dt);
        double bySlope = slopeErr * away;
        return Math.sqrt(errStatNanos * errStatNanos + bySlope * bySlope) + wander * away;
    }

    /** Its lower bound beyond the base, ns. */
    double lo(double dt, double wander) {
        // No time away, even an unknown rate adds nothing.
        return dt == 0 ? loNanos : loNanos + (dt > 0 ? slopeLo - wander : slopeHi + wander) * dt;
    }

    /** Its upper bound beyond the base, ns. */
    double hi(double dt, double wander) {
        return dt == 0 ? hiNanos : hiNanos + (dt > 0 ? slopeHi + wander : slopeLo - wander) * dt;
    }

    /** The fastest that the offset or one of its bounds changes away from the window, ns per ns. */
    double steepest(double wander) {
        double most = Math.abs(slope);
        for (double bound : new double[]{slopeLo, slopeHi}) {
            // An infinite bound bounds nothing.
            most = Double.isInfinite(bound) ? most : Math.max(most, Math.abs(bound) + wander);
        }
        return most;
    }

    /** How far {@code later} finds the clock from where this window alone predicts it, ns. */
    public double missedBy(WindowModel later) {
        double expected = offsetNanos + slope * (later.x0Nanos - x0Nanos);
        return later.baseNanos - baseNanos + (later.offsetNanos - expected);
    }

    /** Whether anything is known of its statistical error. */
    boolean knowsItsError() {
        return !Double.isNaN(errStatNanos) && !Double.isNaN(slopeErr);
    }

    /**
     * By how much the rate changed until {@code later}, beyond three standard errors, ns per ns; 0 where no error is
     * known.
     */
    double rateChangedBy(WindowModel later) {
        double change = Math.abs(later.slope - slope) - 3 * Math.hypot(slopeErr, later.slopeErr);
        return change > 0 ? change : 0;
    }

    /**
     * Reference time until which the predicted error stays below {@code toleranceNanos}: no later than x0 where no
     * error is known.
     */
    public long validUntilNanos(double toleranceNanos, double wander) {
        if (!knowsItsError()) {
            return x0Nanos;
        }
        double rate = slopeErr + wander;
        double left = Math.max(0, toleranceNanos - errStatNanos);
        // Far enough for ever, and near enough for sums.
        return x0Nanos + (long) Math.min(rate == 0 ? FOR_EVER : left / rate, FOR_EVER);
    }
}
