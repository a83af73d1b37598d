package runbench.parser.microarchitecture;

import java.util.List;

/**
 * What a table says of one metric on its microarchitecture: how to compute it, or why nothing there counts it.
 *
 * @param metric its name
 * @param formulas the best first; empty where it is not available
 * @param unavailable the reason; empty where it is available
 */
public record MetricDefinition(String metric, List<FormulaDefinition> formulas, String unavailable) {
    public MetricDefinition {
        formulas = List.copyOf(formulas);
    }

    public boolean available() {
        return !formulas.isEmpty();
    }
}
