package runbench.parser.microarchitecture;

import java.util.List;

/**
 * An event of one microarchitecture.
 *
 * @param name as perf spells it, in small letters
 * @param config {@code perf_event_attr.config} on the core's PMU; {@value #NO_CODE} where the kernel names it itself
 * @param word {@code PMU/TERMS/} where another PMU than the core's counts it: the kernel tells that PMU's layout; else
 *     empty
 * @param counters hardware counters that it occupies; more than one disturbs what stands beside it
 * @param onCounters numbers of the only counters that can count it; empty: any
 * @param domain whose happenings it counts
 * @param leader the event that must lead its group; empty: none
 * @param unit what is counted, plural
 * @param meaning one line for a person
 * @param erratum what is known to be wrong with it; may be empty
 * @param source where the code is from
 */
public record EventDefinition(String name, long config, String word, int counters, List<Integer> onCounters,
        CounterDomain domain, String leader, String unit, String meaning, String erratum, String source) {
    /** Of events that have names only. */
    public static final long NO_CODE = -1;

    public EventDefinition {
        onCounters = List.copyOf(onCounters);
    }

    /** It can be asked for by its name. */
    public boolean named() {
        return config != NO_CODE || !word.isEmpty();
    }

    /** The core's own PMU counts it. */
    public boolean hasCode() {
        return config != NO_CODE;
    }
}
