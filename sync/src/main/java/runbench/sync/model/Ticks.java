package runbench.sync.model;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The frequency by which a node turned its counter into ns during a window.
 *
 * @param hertz    ticks a second
 * @param errHertz how far that may be off, Hz
 */
public record Ticks(double hertz, double errHertz) {

    /** As an object with {@code hertz} and {@code hertz_error} says; null for a clock that counts ns itself. */
    public static Ticks of(JsonNode clock) {
        return clock.path("hertz").isNumber() ? new Ticks(clock.path("hertz").asDouble(), clock.path("hertz_error").asDouble()) : null;
    }

    /** Whether the frequency changed by more than both errors allow: a restart, or a move to another machine. */
    public boolean differsFrom(Ticks other) {
        return Math.abs(hertz - other.hertz) > errHertz + other.errHertz;
    }
}
