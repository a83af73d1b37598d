package runbench.sampler.probe;

import java.util.Objects;

/**
 * A capability of this machine and its state.
 *
 * @param name a short key: {@code pmu}, {@code perf_event_open}, {@code disk}
 * @param state the state
 * @param detail the observation
 * @param consequence effect on measurements; empty if {@link State#OK}
 * @param remedy command to type or action to take; empty if there is none
 */
public record Finding(String name, State state, String detail, String consequence, String remedy) {
    public Finding {
        Objects.requireNonNull(name);
        Objects.requireNonNull(state);
        Objects.requireNonNull(detail);
        Objects.requireNonNull(consequence);
        Objects.requireNonNull(remedy);
    }

    static Finding ok(String name, String detail) {
        return new Finding(name, State.OK, detail, "", "");
    }

    static Finding limited(String name, String detail, String consequence, String remedy) {
        return new Finding(name, State.LIMITED, detail, consequence, remedy);
    }

    static Finding missing(String name, String detail, String consequence, String remedy) {
        return new Finding(name, State.MISSING, detail, consequence, remedy);
    }

    /** The state of a capability. */
    public enum State {
        /** It works. */
        OK,
        /** It works with a stated restriction. */
        LIMITED,
        /** It does not work. */
        MISSING
    }
}
