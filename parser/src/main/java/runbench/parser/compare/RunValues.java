package runbench.parser.compare;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one run is worth.
 *
 * @param run where it lies
 * @param started when; null where nobody knows
 * @param values what was measured, in the order of the summary
 * @param estimated reason by name of those values that are estimates
 * @param absent reason by name of what was asked for and not measured
 */
public record RunValues(String run, Instant started, Map<Measurand, Double> values, Map<String, String> estimated,
        Map<String, String> absent) {
    public RunValues {
        values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
        estimated = Map.copyOf(estimated);
        absent = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(absent));
    }
}
