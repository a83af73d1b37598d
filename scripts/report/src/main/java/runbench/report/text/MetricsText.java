package runbench.report.text;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.GroupAlias;
import runbench.parser.metrics.MetricAvailability;
import runbench.parser.metrics.MetricTable;
import runbench.parser.metrics.MetricTable.MetricGroup;
import runbench.parser.metrics.SavedSets;
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

    /**
     * Prints the metrics that groups of other tools stand for, or the reason why a group stands for none.
     *
     * @param table metrics of the processor
     */
    public static void aliases(List<GroupAlias> aliases, MetricTable table, PrintWriter out) {
        if (aliases.isEmpty()) {
            return;
        }
        out.printf("%ngroups of other tools, as --metrics accepts them:%n");
        for (GroupAlias a : aliases) {
            try {
                out.printf("  %-17s %-6s %s%n", a.name(), a.tool(), table.words(a));
            } catch (RunbenchException e) {
                out.printf("  %-17s %-6s no counterpart: %s%n  %24s -> %s%n", a.name(), a.tool(),
                        e.getMessage().substring(e.getMessage().indexOf(": ") + 2), "", e.remedy().orElseThrow());
            }
        }
    }

    /** Prints the user's named lists; nothing if there are none. */
    public static void sets(SavedSets sets, SavedSets.Kind kind, PrintWriter out) {
        Map<String, String> all = sets.all(kind);
        if (!all.isEmpty()) {
            out.printf("%nyour sets, in %s:%n", sets.file());
            all.forEach((name, list) -> out.printf("  @%s: %s%n", name, list));
        }
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
        out.printf("--processor ID: formula, source, reason; --markdown, --csv, --json: all%n");
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

    /** Writes the availability of every metric on every processor: formula, source and check. */
    public static final class MetricsDocument {
        private static final String HEADING = """
                # Metrics and processors

                Written by `scripts/runbench metrics --processor all --markdown`; a test compares it with the tables.

                H: checked on hardware. s: events, codes and formula checked with a simulated PMU or the emulator and
                known answers, which does not prove that the processor counts correctly. x: computed, not checked. ~:
                an estimate, not checked. A dot: not available there; the metric prints the reason instead of a
                number. `runbench metrics --check` checks this machine.
                """;

        private MetricsDocument() {
        }

        public static void csv(List<MetricAvailability> cells, PrintWriter out) {
            try {
                CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                csv.printRecord("metric", "processor", "available", "formula", "source", "checked", "checked_by",
                        "note", "estimate", "reason");
                for (MetricAvailability c : cells) {
                    csv.printRecord(c.metric(), c.processor(), c.available(), c.formula(), c.source(),
                            c.checked().label(), c.checkedBy(), c.note(), c.estimate(), c.reason());
                }
                csv.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public static void markdown(List<MetricAvailability> cells, PrintWriter out) {
            Map<String, List<MetricAvailability>> rows = new LinkedHashMap<>();
            cells.forEach(c -> rows.computeIfAbsent(c.metric(), m -> new ArrayList<>()).add(c));
            List<String> ids = cells.stream().map(MetricAvailability::processor).distinct().toList();
            line(out, HEADING.strip());
            line(out, "");
            line(out, "| | " + String.join(" | ", ids) + " |");
            line(out, "|---|" + ":-:|".repeat(ids.size()));
            rows.forEach((metric, row) -> line(out,
                    "| " + metric + " | " + String.join(" | ", row.stream().map(c -> sign(c)).toList()) + " |"));
            rows.forEach((metric, row) -> section(metric, row, out));
        }

        private static String sign(MetricAvailability c) {
            char sign = MetricsText.sign(c);
            return sign == '.' ? "·" : String.valueOf(sign);
        }

        /** Writes the section of a metric; processors with the same formula share a row. */
        private static void section(String metric, List<MetricAvailability> row, PrintWriter out) {
            Map<List<String>, List<String>> ways = new LinkedHashMap<>();
            row.stream()
                    .filter(MetricAvailability::available)
                    .forEach(
                            c -> ways
                                    .computeIfAbsent(
                                            List.of("`" + c.formula() + "`" + (c.note() == null ? "" : ", " + c.note())
                                                    + (c.estimate() == null ? ""
                                                            : " (an estimate: " + c.estimate() + ")"),
                                                    c.source() == null ? "the operating system" : c.source(),
                                                    c.checked().label()
                                                            + (c.checkedBy() == null ? "" : ": " + c.checkedBy())),
                                            w -> new ArrayList<>())
                                    .add(c.processor()));
            Map<String, List<String>> reasons = new LinkedHashMap<>();
            row.stream()
                    .filter(c -> !c.available())
                    .forEach(c -> reasons.computeIfAbsent(c.reason(), r -> new ArrayList<>()).add(c.processor()));
            line(out, "");
            line(out, "## " + metric);
            if (!ways.isEmpty()) {
                line(out, "");
                line(out, "| processor | formula | source | checked |");
                line(out, "|---|---|---|---|");
                ways.forEach((way, ids) -> line(out,
                        "| " + String.join(", ", ids) + " | " + String.join(" | ", way) + " |"));
            }
            if (!reasons.isEmpty()) {
                line(out, "");
                reasons.forEach(
                        (reason, ids) -> line(out, "- not available on " + String.join(", ", ids) + ": " + reason));
            }
        }

        /** Prints a line with the same line separator on every system. */
        private static void line(PrintWriter out, String text) {
            out.print(text + "\n");
        }
    }
}
