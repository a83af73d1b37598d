package runbench.sampler.events;

import java.util.Objects;

/**
 * One counter to open.
 *
 * @param name        as it stands in recordings and charts, unique in a selection
 * @param unit        what is counted, plural: {@code faults}, {@code references}, {@code ns}
 * @param description one line for a person
 * @param group       events of one group are counted over exactly the same time
 * @param together    written in braces: the group is never split, even where it does not fit the counters
 */
public record Event(String name, Source source, String unit, String description, Encoding encoding,
                    Modifiers modifiers, int group, boolean together) {
    public Event {
        Objects.requireNonNull(name);
        Objects.requireNonNull(source);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(description);
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(modifiers);
    }

    /** An event whose group may be split where it does not fit the counters. */
    public Event(String name, Source source, String unit, String description, Encoding encoding, Modifiers modifiers, int group) {
        this(name, source, unit, description, encoding, modifiers, group, false);
    }
}
