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
import runbench.parser.metrics.MetricAvailability;

/** Writes the availability of every metric on every processor: formula, source and check. */
public final class MetricsDocument {
    private static final String HEADING = """
            # Metrics and processors

            Written by `scripts/runbench metrics --processor all --markdown`; a test compares it with the tables.

            H: checked on hardware. s: events, codes and formula checked with a simulated PMU or the emulator and known answers, which does not
            prove that the processor counts correctly. x: computed, not checked. ~: an estimate, not checked. A dot: not available
            there; the metric prints the reason instead of a number. `runbench metrics --check` checks this machine.
            """;

    private MetricsDocument() {
    }

    public static void csv(List<MetricAvailability> cells, PrintWriter out) {
        try {
            CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
            csv.printRecord("metric", "processor", "available", "formula", "source", "checked", "checked_by", "note",
                    "estimate", "reason");
            for (MetricAvailability c : cells) {
                csv.printRecord(c.metric(), c.processor(), c.available(), c.formula(), c.source(), c.checked().label(),
                        c.checkedBy(), c.note(), c.estimate(), c.reason());
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
                                                + (c.estimate() == null ? "" : " (an estimate: " + c.estimate() + ")"),
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
            ways.forEach(
                    (way, ids) -> line(out, "| " + String.join(", ", ids) + " | " + String.join(" | ", way) + " |"));
        }
        if (!reasons.isEmpty()) {
            line(out, "");
            reasons.forEach((reason, ids) -> line(out, "- not available on " + String.join(", ", ids) + ": " + reason));
        }
    }

    /** Prints a line with the same line separator on every system. */
    private static void line(PrintWriter out, String text) {
        out.print(text + "\n");
    }
}
