package runbench.parser.metrics;

import java.util.List;

/**
 * Metrics that are requested together.
 *
 * @param name name in options: {@code topdown}
 * @param title title for readers
 * @param explanation how to read the metrics together
 * @param metrics names of the metrics, in display order
 * @param addsUp whether the metrics are the parts of one whole
 */
public record MetricGroup(String name, String title, String explanation, List<String> metrics, boolean addsUp) {
    public MetricGroup {
        metrics = List.copyOf(metrics);
    }
}
