package runbench.sampler.events;

import java.util.List;
import java.util.Objects;

/**
 * One counter to open.
 *
 * @param name the name in recordings and charts, unique in a selection
 * @param source the kind of counter
 * @param unit the counted things, plural: {@code faults}, {@code references}, {@code ns}
 * @param description one-line description
 * @param on placements: one for all CPUs, or one per core type. CPUs in no placement do not count the event
 * @param modifiers modes and precision of the count
 * @param group group number; events of one group are counted over exactly the same time
 * @param together true if the group was written in braces and is never split, even if it does not fit the counters
 * @param counters number of hardware counters that the event occupies. An event with more than one disturbs others in
 *     its group; 0 means a dedicated register
 * @param leader name of the group leader that the kernel requires for this event. A leader has its own name here;
 *     empty for all other events
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
            throw new IllegalArgumentException(name + " has no placement");
        }
    }

    /** Creates an event that occupies one counter. */
    public Event(String name, Source source, String unit, String description, List<Placement> on, Modifiers modifiers,
            int group, boolean together) {
        this(name, source, unit, description, on, modifiers, group, together, 1, "");
    }

    /** Creates an event with one encoding on all CPUs, in a group that may be split if it does not fit the counters. */
    public Event(String name, Source source, String unit, String description, Encoding encoding, Modifiers modifiers,
            int group) {
        this(name, source, unit, description, List.of(Placement.anywhere(encoding)), modifiers, group, false);
    }

    /** Returns the encoding on the first placement. */
    public Encoding encoding() {
        return on.get(0).encoding();
    }

    /** Returns true if the event counts whole sockets, independent of the running tasks. */
    public boolean wide() {
        return on.get(0).wide();
    }

    public Event placed(List<Placement> places) {
        return new Event(name, source, unit, description, places, modifiers, group, together, counters, leader);
    }

    public Event named(String other, String meaning) {
        return new Event(other, source, unit, meaning, on, modifiers, group, together, counters, leader);
    }

    /**
 * Returns a copy with another unit.
 *
 * @param things the counted things, plural
 */
    public Event inUnit(String things) {
        return new Event(name, source, things, description, on, modifiers, group, together, counters, leader);
    }

    public Event occupying(int hardwareCounters) {
        return new Event(name, source, unit, description, on, modifiers, group, together, hardwareCounters, leader);
    }

    public Event counting(Modifiers what) {
        return new Event(name, source, unit, description, on, what, group, together, counters, leader);
    }

    /**
 * Returns a copy in another group.
 *
 * @param number group number
 * @param braced true if the group is never split
 */
    public Event inGroup(int number, boolean braced) {
        return new Event(name, source, unit, description, on, modifiers, number, braced, counters, leader);
    }

    /**
 * Returns a copy with a required group leader.
 *
 * @param name name of the leader; the event's own name if it is the leader
 */
    public Event ledBy(String name) {
        return new Event(this.name, source, unit, description, on, modifiers, group, together, counters, name);
    }

    /** Returns true if other events of the group require this one as leader. */
    public boolean leads() {
        return leader.equals(name);
    }

    /** Returns true if this event requires another one as leader. */
    public boolean follows() {
        return !leader.isEmpty() && !leads();
    }
}
