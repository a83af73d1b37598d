package runbench.parser.microarchitecture;

import java.util.List;

/**
 * The definition of one metric on a microarchitecture: its formulas, or the reason why the processor has no events for
 * it.
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
