package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import runbench.sync.exchange.ExchangeMetadata.NodeClock;

/**
 * The frequency by which a node turned its counter into ns during a window.
 *
 * @param hertz ticks a second, exactly the divisor that the node used
 * @param errHertz how far that may be from the counter's true frequency, Hz
 */
public record Ticks(double hertz, double errHertz) {
    private static final long BILLION = 1_000_000_000L;

    /** As an object with {@code hertz} and {@code hertz_error} says; null for a clock that counts ns itself. */
    public static Ticks of(JsonNode clock) {
        return clock.path("hertz").isNumber()
                ? new Ticks(clock.path("hertz").asDouble(), clock.path("hertz_error").asDouble())
                : null;
    }

    /** As a node described its clock; null for one that counts ns itself. */
    static Ticks of(NodeClock clock) {
        return Double.isNaN(clock.hertz()) ? null : new Ticks(clock.hertz(), clock.errHertz());
    }

    /** The node's ns at a reading of its counter, rounded down as the clock library does. */
    public long nanos(long ticks) {
        long divisor = Math.round(hertz);
        // What 64 bits hold without a sign, as any counter of less than 9 GHz does for centuries.
        if (ticks >= 0 && divisor > 0 && divisor <= Long.MAX_VALUE / BILLION
                && ticks / divisor < Long.MAX_VALUE / BILLION) {
            return ticks / divisor * BILLION + ticks % divisor * BILLION / divisor;
        }
        return BigInteger.valueOf(ticks)
                .multiply(BigInteger.valueOf(BILLION))
                .divide(BigInteger.valueOf(divisor))
                .longValueExact();
    }

    /** Whether the frequency changed by more than both errors allow: a restart, or a move to another machine. */
    public boolean differsFrom(Ticks other) {
        return Math.abs(hertz - other.hertz) > errHertz + other.errHertz;
    }
}
