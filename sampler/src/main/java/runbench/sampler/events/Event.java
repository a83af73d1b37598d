package runbench.sampler.events;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One counter to open.
 *
 * @param name the name in recordings and charts, unique in a selection
 * @param source the kind of counter
 * @param unit the counted things, plural: {@code faults}, {@code references}, {@code ns}
 * @param description one-line description
 * @param placements placements: one for all CPUs, or one per core type. CPUs in no placement do not count the event
 * @param modifiers modes and precision of the count
 * @param group group number; events of one group are counted over exactly the same time
 * @param indivisible true if the group was written in braces and is never split, even if it does not fit the counters
 * @param counters number of hardware counters that the event occupies. An event with more than one disturbs others in
 *     its group; 0 means a dedicated register
 * @param leader name of the group leader that the kernel requires for this event. A leader has its own name here; empty
 *     for all other events
 */
public record Event(String name, Source source, String unit, String description, List<Placement> placements,
        Modifiers modifiers, int group, boolean indivisible, int counters, String leader) {
    public Event {
        Objects.requireNonNull(name);
        Objects.requireNonNull(source);
        Objects.requireNonNull(unit);
        Objects.requireNonNull(description);
        placements = List.copyOf(placements);
        Objects.requireNonNull(modifiers);
        Objects.requireNonNull(leader);
        if (placements.isEmpty()) {
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
        return placements.get(0).encoding();
    }

    /** Returns true if the event counts whole sockets, independent of the running tasks. */
    public boolean wide() {
        return placements.get(0).wide();
    }

    public Event placed(List<Placement> places) {
        return new Event(name, source, unit, description, places, modifiers, group, indivisible, counters, leader);
    }

    public Event named(String other, String meaning) {
        return new Event(other, source, unit, meaning, placements, modifiers, group, indivisible, counters, leader);
    }

    /**
     * Returns a copy with another unit.
     *
     * @param things the counted things, plural
     */
    public Event inUnit(String things) {
        return new Event(name, source, things, description, placements, modifiers, group, indivisible, counters,
                leader);
    }

    public Event occupying(int hardwareCounters) {
        return new Event(name, source, unit, description, placements, modifiers, group, indivisible, hardwareCounters,
                leader);
    }

    public Event counting(Modifiers what) {
        return new Event(name, source, unit, description, placements, what, group, indivisible, counters, leader);
    }

    /**
     * Returns a copy in another group.
     *
     * @param number group number
     * @param braced true if the group is never split
     */
    public Event inGroup(int number, boolean braced) {
        return new Event(name, source, unit, description, placements, modifiers, number, braced, counters, leader);
    }

    /**
     * Returns a copy with a required group leader.
     *
     * @param name name of the leader; the event's own name if it is the leader
     */
    public Event ledBy(String name) {
        return new Event(this.name, source, unit, description, placements, modifiers, group, indivisible, counters,
                name);
    }

    /** Returns true if other events of the group require this one as leader. */
    public boolean leads() {
        return leader.equals(name);
    }

    /** Returns true if this event requires another one as leader. */
    public boolean follows() {
        return !leader.isEmpty() && !leads();
    }

    /**
     * An event's encoding on a set of CPUs.
     *
     * @param encoding the encoding on these CPUs
     * @param cpus CPUs in the kernel's list format ({@code 0-7,16}); empty for all CPUs
     * @param wide true if the event counts a whole socket, independent of the running tasks, and so cannot follow a
     *     program
     */
    public record Placement(Encoding encoding, String cpus, boolean wide) {
        private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");

        public Placement {
            Objects.requireNonNull(encoding);
            Objects.requireNonNull(cpus);
        }

        /** Returns the first CPU of the list, or empty if all CPUs count the event. */
        public OptionalInt firstCpu() {
            Matcher m = NUMBER.matcher(cpus);
            return m.lookingAt() ? OptionalInt.of(Integer.parseInt(m.group())) : OptionalInt.empty();
        }

        /** Returns a placement with this encoding on all CPUs. */
        static Placement anywhere(Encoding encoding) {
            return new Placement(encoding, "", false);
        }
    }

    /** The origin of a count, shown with every number and in every chart. */
    public enum Source {
        /** A hardware performance monitoring unit. */
        PMU("pmu"),
        /** The kernel's own accounting. */
        SOFTWARE("software"),
        /** A static tracepoint of the kernel. */
        TRACEPOINT("tracepoint"),
        /** A debug register watching one address. */
        BREAKPOINT("breakpoint"),
        /** A monitoring group in the kernel's resctrl file system. */
        RESCTRL("resctrl");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        /** Returns the word in recordings and tables. */
        public String label() {
            return label;
        }
    }
}
