package runbench.sampler.probe;

import java.util.Objects;

/**
 * One thing that this machine can or cannot do.
 *
 * @param name a short key: {@code pmu}, {@code perf_event_open}, {@code disk}
 * @param detail what was found
 * @param consequence what it means for measurements; empty when {@link State#OK}
 * @param remedy what to type or to ask for; empty when there is nothing to do
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
}
