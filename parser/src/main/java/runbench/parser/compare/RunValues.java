package runbench.parser.compare;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.stats.RunSummary;
import runbench.parser.stats.RunSummary.EventSummary;

/**
 * The values of one run.
 *
 * @param run path of the run
 * @param started start time; null if unknown
 * @param values measured values, in the order of the summary
 * @param estimated reason for each estimated value, by name
 * @param absent reason for each requested value that was not measured, by name
 * @param exact names of the values that an emulator counted: they depend on the program only, not on the machine
 */
public record RunValues(String run, Instant started, Map<Measurand, Double> values, Map<String, String> estimated,
        Map<String, String> absent, Set<String> exact) {
    /** Creates the values of a run that was measured, not emulated. */
    public RunValues(String run, Instant started, Map<Measurand, Double> values, Map<String, String> estimated,
            Map<String, String> absent) {
        this(run, started, values, estimated, absent, Set.of());
    }

    public RunValues {
        exact = Set.copyOf(exact);
        values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
        estimated = Map.copyOf(estimated);
        absent = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(absent));
    }

    /** Returns the value of the quantity with this name; null if the run did not measure it. */
    Double value(String name) {
        return values.entrySet()
                .stream()
                .filter(e -> e.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the values of a run from its summary.
     *
     * @param run path of the run
     * @param started start time, ms resolution; null to use the recording's, which has 1 s resolution
     * @param summary summary of the run
     */
    public static RunValues of(String run, Instant started, RunSummary summary) {
        SummaryValues v = new SummaryValues();
        v.values.put(Measurand.WALL, summary.wallS());
        v.time(Measurand.CPU, summary.cpuS(), "not in the recording");
        v.time(Measurand.RUN, summary.runS(), "the axis is instructions");
        summary.events().forEach(v::event);
        summary.metrics().forEach(v::metric);
        return new RunValues(run, started == null ? SummaryValues.recorded(summary.provenance().startedUtc()) : started,
                v.values, v.estimated, v.absent, summary.mode().is(SampledBy.EMULATED) ? v.counted() : Set.of());
    }

    /** The collector of the values of a summary. */
    private static final class SummaryValues {
        private final Map<Measurand, Double> values = new LinkedHashMap<>();
        private final Map<String, String> estimated = new LinkedHashMap<>();
        private final Map<String, String> absent = new LinkedHashMap<>();

        /** Returns the names of all values but the times. */
        private Set<String> counted() {
            return values.keySet()
                    .stream()
                    .filter(m -> !m.time())
                    .map(Measurand::name)
                    .collect(Collectors.toUnmodifiableSet());
        }

        private void time(Measurand what, Double seconds, String without) {
            if (seconds == null) {
                absent.put(what.name(), without);
            } else {
                values.put(what, seconds);
            }
        }

        private void event(EventSummary e) {
            Double value = e.finalEstimate() != null ? e.finalEstimate()
                    : e.finalCount() == null ? null : (Double) e.finalCount().doubleValue();
            if (e.status() == CountStatus.NOT_COUNTED || value == null) {
                absent.put(e.name(), e.reason() == null ? "not counted" : "not counted: " + e.reason());
                return;
            }
            values.put(new Measurand(e.name(), e.name(), e.unit() == null ? "" : e.unit(), Direction.LOWER,
                    "ns".equals(e.unit())), value);
            if (e.status() == CountStatus.ESTIMATED) {
                estimated.put(e.name(), e.reason());
            }
        }

        private void metric(MetricSummary m) {
            if (m.value() == null) {
                absent.put(m.name(), m.status().label() + (m.reason() == null ? "" : ": " + m.reason()));
                return;
            }
            values.put(new Measurand(m.name(), m.title(), m.unit(), Direction.ofMetric(m.name()), false), m.value());
            if (m.status() == MetricStatus.ESTIMATED) {
                estimated.put(m.name(), m.reason());
            }
        }

        private static Instant recorded(String utc) {
            try {
                return utc == null ? null : Instant.parse(utc);
            } catch (DateTimeException e) {
                return null;
            }
        }
    }
}
