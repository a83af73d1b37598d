package runbench.parser.microarchitecture;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one kind of core can count.
 *
 * @param id as it is asked for: {@code zen5}
 * @param title for people
 * @param layout of its codes
 * @param corePmu on hybrid processors the PMU that the codes are for; empty: all cores are alike
 * @param counters programmable counters that a program can have at once
 * @param fixed events that the core counts in registers of their own
 * @param generic the kernel's generic names that mean here what they say, with the code that the kernel takes for each;
 *     {@link EventDefinition#NO_CODE} where it uses a register of its own
 * @param events by name, in small letters
 * @param metrics by name; what is missing is not known to be countable
 */
public record Microarchitecture(String id, String title, CodeLayout layout, String corePmu, int counters,
        Set<String> fixed, Map<String, Long> generic, Map<String, EventDefinition> events,
        Map<String, MetricDefinition> metrics) {
    public Microarchitecture {
        fixed = Set.copyOf(fixed);
        generic = Collections.unmodifiableMap(new LinkedHashMap<>(generic));
        events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /** The same where all cores of the processor are of this kind. */
    Microarchitecture ofAlikeCores() {
        return new Microarchitecture(id, title, layout, "", counters, fixed, generic, events, metrics);
    }

    /** True where the processor has cores of other kinds too. */
    public boolean hybrid() {
        return !corePmu.isEmpty();
    }

    /** An event by its name, without regard to case. */
    public Optional<EventDefinition> event(String name) {
        return Optional.ofNullable(events.get(name.toLowerCase(Locale.ROOT)));
    }

    /** What a metric is computed from here, the first formula; or the reason why it is not. */
    public MetricDefinition metric(String name) {
        return metrics.getOrDefault(name,
                new MetricDefinition(name, List.of(), "the table of " + title + " knows no events for it"));
    }

    /** The raw code that counts what a name in a formula stands for; empty where it has none. */
    public Optional<Long> code(String name) {
        Long code = generic.containsKey(name) ? generic.get(name)
                : event(name).map(EventDefinition::config).orElse(EventDefinition.NO_CODE);
        return code == EventDefinition.NO_CODE ? Optional.empty() : Optional.of(code);
    }
}
