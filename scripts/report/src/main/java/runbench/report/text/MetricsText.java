package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.metrics.MetricAvailability;
import runbench.parser.metrics.MetricGroup;
import runbench.sampler.probe.ComputableMetric;

/** Prints metrics; an obstacle shared by several metrics is printed once. */
public final class MetricsText {
    private MetricsText() {
    }

    /**
     * Prints the metrics.
     *
     * @param processor processor of the formulas
     */
    public static void print(String processor, List<MetricGroup> groups, List<ComputableMetric> rows, PrintWriter out) {
        out.printf("formulas for %s%n%n", processor);
        groups.forEach(g -> out.printf("group %s: %s%n    %s%n    %s%n", g.name(), g.title(),
                String.join(", ", g.metrics()), g.explanation()));
        if (!groups.isEmpty()) {
            out.println();
        }
        rows.forEach(row -> print(row, out));
        obstacles(rows).forEach((obstacle, names) -> {
            out.printf("%nnot computable here: %s%n    because %s%n", String.join(", ", names), obstacle.reason());
            if (obstacle.remedy() != null) {
                out.printf("    -> %s%n", obstacle.remedy());
            }
        });
    }

    /** Prints a matrix of availability: a row per metric, a column per processor table. */
    public static void matrix(List<MetricAvailability> cells, PrintWriter out) {
        List<String> ids = cells.stream().map(MetricAvailability::processor).distinct().toList();
        Map<String, List<MetricAvailability>> rows = new LinkedHashMap<>();
        cells.forEach(c -> rows.computeIfAbsent(c.metric(), m -> new ArrayList<>()).add(c));
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        for (int i = ids.size() - 1; i >= 0; i--) {
            out.printf("%" + (width + 1 + 2 * i) + "s%s%n", ids.get(i), " |".repeat(ids.size() - i));
        }
        rows.forEach((metric, row) -> {
            out.printf("%-" + width + "s ", metric);
            row.forEach(c -> out.print(" " + sign(c)));
            out.println();
        });
        out.printf("%nH: checked on hardware, s: simulated with known answers, x: not checked,%n");
        out.printf("~: an estimate, not checked, .: not available there%n");
        out.printf("--processor ID: formula, source and reasons; --markdown, --csv, --json: everything%n");
    }

    /** Returns the letter of a cell in the matrix. */
    static char sign(MetricAvailability c) {
        return switch (c.checked()) {
            case HARDWARE -> 'H';
            case SIMULATION -> 's';
            case NOWHERE -> !c.available() ? '.' : c.estimate() != null ? '~' : 'x';
        };
    }

    private record Obstacle(String reason, String remedy) {}

    /** Returns the obstacles with the metrics that each one prevents; a missing PMU prevents most of them. */
    private static Map<Obstacle, List<String>> obstacles(List<ComputableMetric> rows) {
        Map<Obstacle, List<String>> names = new LinkedHashMap<>();
        rows.stream()
                .filter(r -> r.available() && r.reason() != null)
                .forEach(r -> names
                        .computeIfAbsent(new Obstacle(r.reason().substring(r.reason().indexOf(": ") + 2), r.remedy()),
                                o -> new ArrayList<>())
                        .add(r.name()));
        return names;
    }

    private static void print(ComputableMetric row, PrintWriter out) {
        if (!row.available()) {
            out.printf("%s: %s, in %s%n    %s%n", row.name(), row.title(), row.unit(), row.reason());
            return;
        }
        String here = row.computable() == null ? ""
                : row.computable() ? "  - computable here" : "  - not computable here";
        out.printf("%s: %s, in %s%s%n", row.name(), row.title(), row.unit(), here);
        for (ComputableMetric.Way way : row.ways()) {
            out.printf("    %s%s%s%n", way.formula(), way.note() == null ? "" : "   (" + way.note() + ")",
                    way.estimate() == null ? "" : "   (an estimate: " + way.estimate() + ")");
            if (way.source() != null) {
                out.printf("        from: %s%n", way.source());
            }
        }
        out.printf("    %s%n", row.explanation());
    }
}
