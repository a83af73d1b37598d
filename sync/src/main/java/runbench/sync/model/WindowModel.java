package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.ExchangeRecording.ExchangeMetadata.NodeClock;

/**
 * A node's clock as one window measured it.
 *
 * @param x0Nanos reference time at which the offset holds, ns
 * @param baseNanos whole part of the offset (node minus reference), ns
 * @param offsetNanos rest of the offset, ns
 * @param slope rate of the offset, ns per ns
 * @param errStatNanos statistical standard error of the offset, ns; NaN (unknown) for a short window
 * @param slopeErr statistical standard error of the slope, ns per ns; NaN as above
 * @param loNanos lower end of the offset's guaranteed interval, ns relative to the base
 * @param hiNanos upper end, ns relative to the base
 * @param slopeLo least slope that contradicts no exchange, ns per ns
 * @param slopeHi greatest such slope, ns per ns
 * @param rttMinNanos smallest round trip, ns
 * @param exchanges number of exchanges used
 * @param method name of the estimator
 * @param stamps kernel or user
 * @param ticks frequency of the node's counter; null for a clock that counts ns
 * @param external the reference against UTC; null if no service was read
 */
public record WindowModel(long x0Nanos, long baseNanos, double offsetNanos, double slope, double errStatNanos,
        double slopeErr, double loNanos, double hiNanos, double slopeLo, double slopeHi, double rttMinNanos,
        int exchanges, String method, String stamps, Ticks ticks, External external) {

    private static final double MAX_VALIDITY_NANOS = 1e18;

    public static WindowModel of(Estimate e) {
        return new WindowModel(e.x0Nanos(), e.baseNanos(), e.offsetNanos(), e.slope(), e.errStatNanos(), e.slopeErr(),
                e.bounds().lo(), e.bounds().hi(), e.bounds().slopeLo(), e.bounds().slopeHi(), e.rttMinNanos(),
                e.exchanges(), e.method(), e.stamps().name().toLowerCase(java.util.Locale.ROOT), null, null);
    }

    /** Returns the window with the metadata of its recording: the node's counter, the reference against UTC. */
    public static WindowModel of(Estimate e, ExchangeRecording recording) {
        return of(e).with(Ticks.of(recording.meta().nodeClock()), External.ofRecording(recording.meta().external()));
    }

    WindowModel with(Ticks counter, External utc) {
        return new WindowModel(x0Nanos, baseNanos, offsetNanos, slope, errStatNanos, slopeErr, loNanos, hiNanos,
                slopeLo, slopeHi, rttMinNanos, exchanges, method, stamps, counter, utc);
    }

    /**
     * Returns the window as if ticks had been converted to ns by another divisor. Two programs that each measured the
     * frequency write different ns for one tick, and drift apart by the difference since the boot.
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
     * Returns the predicted offset {@code dt} ns after the window (before it, if negative).
     *
     * @param dt time since the window, ns
     * @param wander largest change of the rate, ns per ns
     */
    Offset predict(double dt, double wander) {
        return new Offset(baseNanos, rest(dt), err(dt, wander), lo(dt, wander), hi(dt, wander));
    }

    /** Returns the predicted offset relative to the base, ns. */
    double rest(double dt) {
        return offsetNanos + slope * dt;
    }

    /** Returns the statistical error of the prediction plus wander, ns. */
    double err(double dt, double wander) {
        double away = Math.abs(dt);
        double bySlope = slopeErr * away;
        return Math.sqrt(errStatNanos * errStatNanos + bySlope * bySlope) + wander * away;
    }

    /** Returns the lower bound of the prediction relative to the base, ns. */
    double lo(double dt, double wander) {
        // At the window itself, even an unknown rate adds nothing.
        return dt == 0 ? loNanos : loNanos + (dt > 0 ? slopeLo - wander : slopeHi + wander) * dt;
    }

    /** Returns the upper bound of the prediction relative to the base, ns. */
    double hi(double dt, double wander) {
        return dt == 0 ? hiNanos : hiNanos + (dt > 0 ? slopeHi + wander : slopeLo - wander) * dt;
    }

    /** Returns the largest rate of the offset or of one of its bounds outside the window, ns per ns. */
    double maxRate(double wander) {
        double most = Math.abs(slope);
        for (double bound : new double[]{slopeLo, slopeHi}) {
            // An infinite bound has no rate.
            most = Double.isInfinite(bound) ? most : Math.max(most, Math.abs(bound) + wander);
        }
        return most;
    }

    /** Returns the difference between {@code later} and the prediction of this window alone, ns. */
    public double predictionError(WindowModel later) {
        double expected = offsetNanos + slope * (later.x0Nanos - x0Nanos);
        return later.baseNanos - baseNanos + (later.offsetNanos - expected);
    }

    /** Returns whether its statistical error is known. */
    boolean hasKnownErrors() {
        return !Double.isNaN(errStatNanos) && !Double.isNaN(slopeErr);
    }

    /**
     * Returns the change of the rate until {@code later} beyond three standard errors, ns per ns; 0 if an error is
     * unknown.
     */
    double rateChangedBy(WindowModel later) {
        double change = Math.abs(later.slope - slope) - 3 * Math.hypot(slopeErr, later.slopeErr);
        return change > 0 ? change : 0;
    }

    /**
     * Returns the reference time until which the predicted error stays below {@code toleranceNanos}; x0 if no error is
     * known.
     */
    public long validUntilNanos(double toleranceNanos, double wander) {
        if (!hasKnownErrors()) {
            return x0Nanos;
        }
        double rate = slopeErr + wander;
        double left = Math.max(0, toleranceNanos - errStatNanos);
        // Large enough for any run, and small enough for sums.
        return x0Nanos + (long) Math.min(rate == 0 ? MAX_VALIDITY_NANOS : left / rate, MAX_VALIDITY_NANOS);
    }

    /**
     * Node minus reference at one moment.
     *
     * @param baseNanos whole part, ns
     * @param restNanos rest, ns
     * @param errNanos statistical error plus wander, ns
     * @param loNanos lower bound relative to the base, ns
     * @param hiNanos upper bound relative to the base, ns
     */
    record Offset(long baseNanos, double restNanos, double errNanos, double loNanos, double hiNanos) {

        /** Returns the same offset with another base. */
        Offset rebased(long base) {
            double shift = baseNanos - base;
            return new Offset(base, restNanos + shift, errNanos, loNanos + shift, hiNanos + shift);
        }
    }

    /**
     * The frequency by which a node converted its counter to ns in a window.
     *
     * @param hertz ticks per second, exactly the divisor that the node used
     * @param errHertz error against the counter's true frequency, Hz
     */
    public record Ticks(double hertz, double errHertz) {
        private static final long BILLION = 1_000_000_000L;

        /**
         * Returns the frequency in an object with {@code hertz} and {@code hertz_error}; null for a clock that counts
         * ns.
         */
        public static Ticks of(JsonNode clock) {
            return clock.path("hertz").isNumber()
                    ? new Ticks(clock.path("hertz").asDouble(), clock.path("hertz_error").asDouble())
                    : null;
        }

        /** Returns the frequency that a node described; null for a clock that counts ns. */
        static Ticks of(NodeClock clock) {
            return Double.isNaN(clock.hertz()) ? null : new Ticks(clock.hertz(), clock.errHertz());
        }

        /** Returns the node's ns at a reading of its counter, rounded down as in the clock library. */
        public long nanos(long ticks) {
            long divisor = Math.round(hertz);
            // Products fit into 64 signed bits, as for any counter below 9 GHz over centuries.
            if (ticks >= 0 && divisor > 0 && divisor <= Long.MAX_VALUE / BILLION
                    && ticks / divisor < Long.MAX_VALUE / BILLION) {
                return ticks / divisor * BILLION + ticks % divisor * BILLION / divisor;
            }
            return BigInteger.valueOf(ticks)
                    .multiply(BigInteger.valueOf(BILLION))
                    .divide(BigInteger.valueOf(divisor))
                    .longValueExact();
        }

        /**
         * Returns whether the frequency changed by more than both errors: after a restart, or a move to another
         * machine.
         */
        public boolean differsFrom(Ticks other) {
            return Math.abs(hertz - other.hertz) > errHertz + other.errHertz;
        }
    }

    /** Combines windows of nodes and gateways into window models against the root. */
    public static final class Hops {
        private Hops() {
        }

        /**
         * Returns the node against the root. Statistical errors are independent and add in squares; guaranteed bounds
         * add up. The result holds for the end of the earlier window. The later window is extrapolated back to it over
         * the fraction of a second between them.
         *
         * @param lower the node against the gateway; its times are the gateway's
         * @param upper the gateway against the root
         * @param wander largest change of a rate, ns per ns
         */
        public static WindowModel through(WindowModel lower, WindowModel upper, double wander) {
            // End of the upper window by the gateway's clock.
            double later = upper.x0Nanos() - lower.x0Nanos() + upper.baseNanos() + upper.offsetNanos();
            long x = later <= 0 ? upper.x0Nanos() : upper.x0Nanos() - Math.round(later / (1 + upper.slope()));
            Offset above = upper.predict(x - upper.x0Nanos(), wander);
            // Integers first: the gateway's clock may differ from the root's by years.
            double since = (x - lower.x0Nanos() + above.baseNanos()) + above.restNanos();
            Offset below = lower.predict(since, wander);
            double bent = Math.max(Math.abs(lower.slopeLo()), Math.abs(lower.slopeHi()))
                    * (above.hiNanos() - above.loNanos());
            double slack = Double.isFinite(bent) ? bent : 0;
            return new WindowModel(x, above.baseNanos() + below.baseNanos(), above.restNanos() + below.restNanos(),
                    joined(upper.slope(), lower.slope()), Math.hypot(above.errNanos(), below.errNanos()),
                    Math.hypot(upper.slopeErr(), lower.slopeErr()), above.loNanos() + below.loNanos() - slack,
                    above.hiNanos() + below.hiNanos() + slack, joined(upper.slopeLo(), lower.slopeLo()),
                    joined(upper.slopeHi(), lower.slopeHi()), upper.rttMinNanos() + lower.rttMinNanos(),
                    Math.min(upper.exchanges(), lower.exchanges()), lower.method(),
                    lower.stamps().equals(upper.stamps()) ? lower.stamps() : "mixed", lower.ticks(), upper.external());
        }

        private static double joined(double upper, double lower) {
            return upper + lower * (1 + upper);
        }
    }
}
