package runbench.sampler.events;

import java.util.Objects;

/**
 * One counter to open.
 *
 * @param name        as it stands in recordings and charts, unique in a selection
 * @param unit        what is counted, plural: {@code faults}, {@code references}, {@code ns}
 * @param description one line for a person
 * @param group       events of one group are counted over exactly the same time
 */
public record Event(String name, Source source, String unit, String description, Encoding encoding,
                    Modifiers modifiers, int group) {
    public Event {
        Objects.requireNonNull(name);
        Objects.requireNonNull(source);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(description);
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(modifiers);
    }
}
