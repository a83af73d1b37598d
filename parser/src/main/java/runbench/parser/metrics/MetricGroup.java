package runbench.parser.metrics;

import java.util.List;

/**
 * Metrics that are asked for together.
 *
 * @param name as it is asked for: {@code topdown}
 * @param title for people
 * @param explanation how to read them together
 * @param metrics their names, in the order in which they are shown
 * @param addsUp they are the parts of one whole
 */
public record MetricGroup(String name, String title, String explanation, List<String> metrics, boolean addsUp) {
    public MetricGroup {
        metrics = List.copyOf(metrics);
    }
}
