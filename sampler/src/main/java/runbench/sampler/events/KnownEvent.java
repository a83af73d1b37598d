package runbench.sampler.events;

import java.util.List;

/**
 * An event that can be asked for by name on this machine, whether it counts or not.
 *
 * @param pmu what counts it: {@code software}, {@code cpu}, {@code cpu_core + cpu_atom}, {@code tracepoint}, ...
 * @param kind where its name comes from
 * @param name as it is typed, or the form of it for breakpoints
 * @param aliases other spellings
 * @param unit what is counted, plural
 * @param encodings what perf_event_open(2) takes, one per counter that it needs; empty where it depends on the name
 * @param standsFor for a portable quantity the CPU's own event, and what that counts; else empty
 */
public record KnownEvent(String pmu, Kind kind, String name, List<String> aliases, String unit, String description,
        List<Encoding> encodings, String standsFor) {
    /** Where the name of an event comes from. */
    public enum Kind {
        HARDWARE, CACHE, SOFTWARE, SYSFS, TRACEPOINT, BREAKPOINT, VENDOR,
        /** The vendor's, as perf spells it, from the table of this processor. */
        TABLE,
        /** A portable quantity, which each microarchitecture counts in its own way. */
        QUANTITY,
        /** perf's own, which the kernel does not know. */
        TOOL;

        /** The word in JSON. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public KnownEvent {
        aliases = List.copyOf(aliases);
        encodings = List.copyOf(encodings);
    }

    /** True when the word is in its name, an alias, its PMU, its kind or its description, in whatever case. */
    public boolean matches(String word) {
        String lower = word.toLowerCase(java.util.Locale.ROOT);
        return (name + " " + String.join(" ", aliases) + " " + pmu + " " + kind.label() + " " + description + " "
                + standsFor).toLowerCase(java.util.Locale.ROOT).contains(lower);
    }
}
