package runbench.sampler.events;

import java.util.List;
import java.util.Objects;

/**
 * One counter to open.
 *
 * @param name as it stands in recordings and charts, unique in a selection
 * @param unit what is counted, plural: {@code faults}, {@code references}, {@code ns}
 * @param description one line for a person
 * @param on what counts it: one for all CPUs, or one for each core type; on CPUs that none of them names it is not
 *     counted
 * @param group events of one group are counted over exactly the same time
 * @param together written in braces: the group is never split, even where it does not fit the counters
 * @param counters hardware counters that it occupies; what occupies more than one disturbs others in its group; 0: it
 *     has a register of its own
 * @param leader the event behind which alone the kernel counts it, in a group of theirs; its own name where it is such
 *     a leader; empty for all others
 */
public record Event(String name, Source source, String unit, String description, List<Placement> on,
        Modifiers modifiers, int group, boolean together, int counters, String leader) {
    public Event {
        Objects.requireNonNull(name);
        Objects.requireNonNull(source);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(description);
        on = List.copyOf(on);
        Objects.requireNonNull(modifiers);
        Objects.requireNonNull(leader);
        if (on.isEmpty()) {
            throw new IllegalArgumentException(name + " is counted by nothing");
        }
    }

    /** One that occupies one counter. */
    public Event(String name, Source source, String unit, String description, List<Placement> on, Modifiers modifiers,
            int group, boolean together) {
        this(name, source, unit, description, on, modifiers, group, together, 1, "");
    }

    /** The same on all CPUs, in a group that may be split where it does not fit the counters. */
    public Event(String name, Source source, String unit, String description, Encoding encoding, Modifiers modifiers,
            int group) {
        this(name, source, unit, description, List.of(Placement.anywhere(encoding)), modifiers, group, false);
    }

    /** What is opened on the first of its CPUs. */
    public Encoding encoding() {
        return on.get(0).encoding();
    }

    /** It counts for whole sockets, whoever runs there. */
    public boolean wide() {
        return on.get(0).wide();
    }

    public Event placed(List<Placement> places) {
        return new Event(name, source, unit, description, places, modifiers, group, together, counters, leader);
    }

    public Event named(String other, String meaning) {
        return new Event(other, source, unit, meaning, on, modifiers, group, together, counters, leader);
    }

    /** @param things what is counted, plural */
    public Event inUnit(String things) {
        return new Event(name, source, things, description, on, modifiers, group, together, counters, leader);
    }

    public Event occupying(int hardwareCounters) {
        return new Event(name, source, unit, description, on, modifiers, group, together, hardwareCounters, leader);
    }

    public Event counting(Modifiers what) {
        return new Event(name, source, unit, description, on, what, group, together, counters, leader);
    }

    /** @param braced its group is never split */
    public Event inGroup(int number, boolean braced) {
        return new Event(name, source, unit, description, on, modifiers, number, braced, counters, leader);
    }

    /** @param name of the event that leads its group; its own where it leads */
    public Event ledBy(String name) {
        return new Event(this.name, source, unit, description, on, modifiers, group, together, counters, name);
    }

    /** Others of its group count only behind it. */
    public boolean leads() {
        return leader.equals(name);
    }

    /** It counts only behind another one. */
    public boolean follows() {
        return !leader.isEmpty() && !leads();
    }
}
