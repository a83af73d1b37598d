package runbench.sampler.events;

import java.util.List;
import java.util.stream.Stream;

/**
 * An event with a name on this machine, countable or not.
 *
 * @param pmu the counting unit: {@code software}, {@code cpu}, {@code cpu_core + cpu_atom}, {@code tracepoint}, ...
 * @param kind origin of the name
 * @param name the name to type, or its form for breakpoints
 * @param aliases other spellings
 * @param unit the counted things, plural
 * @param description one-line description
 * @param encodings encodings for perf_event_open(2), one per needed counter; empty if they depend on the name
 * @param standsFor for a portable quantity, the CPU's own event and its meaning; otherwise empty
 */
public record KnownEvent(String pmu, Kind kind, String name, List<String> aliases, String unit, String description,
        List<Encoding> encodings, String standsFor) {
    /** The origin of an event's name. */
    public enum Kind {
        HARDWARE, CACHE, SOFTWARE, SYSFS, TRACEPOINT, BREAKPOINT, VENDOR,
        /** A vendor's event in perf's spelling, from the table of this processor. */
        TABLE,
        /** A portable quantity with a different event on each microarchitecture. */
        QUANTITY,
        /** An event that perf itself computes; the kernel has no such event. */
        TOOL;

        /** Returns the word in JSON. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public KnownEvent {
        aliases = List.copyOf(aliases);
        encodings = List.copyOf(encodings);
    }

    /** Returns this event with further spellings. */
    public KnownEvent alsoCalled(List<String> further) {
        return further.isEmpty() ? this
                : new KnownEvent(pmu, kind, name, Stream.concat(aliases.stream(), further.stream()).toList(), unit,
                        description, encodings, standsFor);
    }

    /** Returns true if name, alias, PMU, kind, meaning or description contains the word, ignoring case. */
    public boolean matches(String word) {
        String lower = word.toLowerCase(java.util.Locale.ROOT);
        return (name + " " + String.join(" ", aliases) + " " + pmu + " " + kind.label() + " " + description + " "
                + standsFor).toLowerCase(java.util.Locale.ROOT).contains(lower);
    }
}
