package runbench.parser.microarchitecture;

import java.util.List;
import java.util.Locale;

/**
 * An event of one microarchitecture.
 *
 * @param name perf's name, in lower case
 * @param config {@code perf_event_attr.config} on the core's PMU; {@value #NO_CODE} if the kernel provides the name
 * @param word {@code PMU/TERMS/} if another PMU than the core's counts it: the kernel publishes that PMU's layout;
 *     otherwise empty
 * @param counters number of hardware counters that it occupies; an event with more than one affects other events in its
 *     group
 * @param onCounters numbers of the only counters that can count it; empty: any
 * @param domain hardware whose events it counts
 * @param leader event that must lead its group; empty: none
 * @param unit unit of the count, plural
 * @param meaning description in one line
 * @param erratum known error; may be empty
 * @param source source of the code
 */
public record EventDefinition(String name, long config, String word, int counters, List<Integer> onCounters,
        CounterDomain domain, String leader, String unit, String meaning, String erratum, String source) {
    /** Value of {@code config} for events that have only a name. */
    public static final long NO_CODE = -1;

    public EventDefinition {
        onCounters = List.copyOf(onCounters);
    }

    /** Returns whether the event can be requested by its name. */
    public boolean named() {
        return config != NO_CODE || !word.isEmpty();
    }

    /** Returns whether the core's own PMU counts the event. */
    public boolean hasCode() {
        return config != NO_CODE;
    }

    /** The hardware whose events are counted, which determines whether a counter can follow a program. */
    public enum CounterDomain {
        /** One core, or one of its hardware threads. The counter can follow a program. */
        CORE,
        /** A last-level cache that several cores share. */
        L3,
        /** Memory controllers and interconnects of a whole socket. */
        UNCORE,
        /** Energy meters of a whole socket. */
        ENERGY;

        /**
         * Returns whether the kernel counts for all programs together, so that the counts cannot be attributed to one
         * program.
         */
        public boolean shared() {
            return this != CORE;
        }

        static CounterDomain of(String word) {
            return word.isEmpty() ? CORE : valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
