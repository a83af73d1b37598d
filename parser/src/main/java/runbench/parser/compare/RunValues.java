package runbench.parser.compare;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values of one run.
 *
 * @param run path of the run
 * @param started start time; null if unknown
 * @param values measured values, in the order of the summary
 * @param estimated reason for each estimated value, by name
 * @param absent reason for each requested value that was not measured, by name
 */
public record RunValues(String run, Instant started, Map<Measurand, Double> values, Map<String, String> estimated,
        Map<String, String> absent) {
    public RunValues {
        values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
        estimated = Map.copyOf(estimated);
        absent = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(absent));
    }
}
