package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import runbench.sync.exchange.ExchangeMetadata.NodeClock;

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
