package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.sampler.probe.ComputableMetric;

/** The metrics as a person reads them: what stands in the way of many is said once. */
public final class MetricsText {
    private MetricsText() {
    }

    public static void print(List<ComputableMetric> rows, PrintWriter out) {
        rows.forEach(row -> print(row, out));
        obstacles(rows).forEach((obstacle, names) -> {
            out.printf("%nnot computable here: %s%n    because %s%n", String.join(", ", names), obstacle.reason());
            if (obstacle.remedy() != null) {
                out.printf("    -> %s%n", obstacle.remedy());
            }
        });
    }

    private record Obstacle(String reason, String remedy) {
    }

    /** One missing PMU stands in the way of most metrics: each reason is said once, with the metrics that it prevents. */
    private static Map<Obstacle, List<String>> obstacles(List<ComputableMetric> rows) {
        Map<Obstacle, List<String>> names = new LinkedHashMap<>();
        rows.stream().filter(r -> r.reason() != null).forEach(r -> names.computeIfAbsent(new Obstacle(
                r.reason().substring(r.reason().indexOf(": ") + 2), r.remedy()), o -> new ArrayList<>()).add(r.name()));
        return names;
    }

    private static void print(ComputableMetric row, PrintWriter out) {
        String here = row.computable() == null ? "" : row.computable() ? "  - computable here" : "  - not computable here";
        out.printf("%s: %s, in %s%s%n", row.name(), row.title(), row.unit(), here);
        for (ComputableMetric.Way way : row.ways()) {
            out.printf("    %s%s%s%n", way.formula(), way.note() == null ? "" : "   (" + way.note() + ")",
                    way.estimate() == null ? "" : "   (an estimate: " + way.estimate() + ")");
        }
        out.printf("    %s%n", row.explanation());
    }
}
