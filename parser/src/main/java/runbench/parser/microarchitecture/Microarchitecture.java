package runbench.parser.microarchitecture;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.parser.microarchitecture.Microarchitecture.FormulaDefinition;

/**
 * The events and metrics of one kind of core.
 *
 * @param id name in options: {@code zen5}
 * @param title title for readers
 * @param layout layout of its codes
 * @param corePmu PMU of the codes on hybrid processors; empty if all cores are of one kind
 * @param counters programmable counters that a program can use simultaneously
 * @param fixed events that the core counts in dedicated registers
 * @param generic the kernel's generic names that are accurate here, with the kernel's code of each;
 *     {@link EventDefinition#NO_CODE} if the kernel uses a dedicated register
 * @param events events by name, in lower case
 * @param metrics metrics by name; a missing metric is not known to be countable
 * @param presets PAPI's presets by name; a missing preset is not known to be countable
 */
public record Microarchitecture(String id, String title, CodeLayout layout, String corePmu, int counters,
        Set<String> fixed, Map<String, Long> generic, Map<String, EventDefinition> events,
        Map<String, MetricDefinition> metrics, Map<String, PresetDefinition> presets) {
    public Microarchitecture {
        fixed = Set.copyOf(fixed);
        generic = Collections.unmodifiableMap(new LinkedHashMap<>(generic));
        events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        presets = Collections.unmodifiableMap(new LinkedHashMap<>(presets));
    }

    /** Returns this microarchitecture for a processor whose cores are all of this kind. */
    Microarchitecture ofAlikeCores() {
        return new Microarchitecture(id, title, layout, "", counters, fixed, generic, events, metrics, presets);
    }

    /** Returns whether the processor also has cores of other kinds. */
    public boolean hybrid() {
        return !corePmu.isEmpty();
    }

    /** Returns an event by its name, without regard to case. */
    public Optional<EventDefinition> event(String name) {
        return Optional.ofNullable(events.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Returns the definition of a metric: its formulas, the best first, or the reason why it is not available. */
    public MetricDefinition metric(String name) {
        return metrics.getOrDefault(name,
                new MetricDefinition(name, List.of(), "the table of " + title + " knows no events for it"));
    }

    /**
     * Returns the raw code of a name in a formula.
     *
     * @return empty if it has none
     */
    public Optional<Long> code(String name) {
        Long code = generic.containsKey(name) ? generic.get(name)
                : event(name).map(EventDefinition::config).orElse(EventDefinition.NO_CODE);
        return code == EventDefinition.NO_CODE ? Optional.empty() : Optional.of(code);
    }

    /**
     * Returns the definition of one of PAPI's presets: its events, or the reason why it cannot be counted.
     *
     * @param name name in capital letters: {@code PAPI_TOT_INS}
     */
    public PresetDefinition preset(String name) {
        return presets.getOrDefault(name,
                new PresetDefinition(name, List.of(), "the table of " + title + " knows no event for it"));
    }

    /**
     * The definition of one of PAPI's presets on a microarchitecture: the same events as in PAPI's own table if PAPI
     * knows the processor, else events of the preset's meaning.
     *
     * @param name name of the preset
     * @param events events whose sum is the preset; empty if not available
     * @param unavailable reason, with the nearest event or metric; empty if available
     */
    public record PresetDefinition(String name, List<String> events, String unavailable) {
        public PresetDefinition {
            events = List.copyOf(events);
        }

        public boolean available() {
            return !events.isEmpty();
        }
    }

    /**
     * One formula of a metric on a microarchitecture.
     *
     * @param formula formula on event names, numbers, {@code + - * /} and brackets
     * @param note difference from the usual meaning of the metric's name; may be empty
     * @param estimate reason why the result is an estimate even if every count is exact; empty if it is none
     * @param codes raw codes of events for which it holds, if processors of one table use one name for several events
     * @param source vendor's document or table of the formula
     */
    public record FormulaDefinition(String formula, String note, String estimate, Map<String, Set<Long>> codes,
            String source) {
        public FormulaDefinition {
            codes = Map.copyOf(codes);
        }
    }

    /**
     * The definition of one metric on a microarchitecture: its formulas, or the reason why the processor has no events
     * for it.
     *
     * @param metric name of the metric
     * @param formulas formulas, the best first; empty if not available
     * @param unavailable reason; empty if available
     */
    public record MetricDefinition(String metric, List<FormulaDefinition> formulas, String unavailable) {
        public MetricDefinition {
            formulas = List.copyOf(formulas);
        }

        public boolean available() {
            return !formulas.isEmpty();
        }
    }
}
