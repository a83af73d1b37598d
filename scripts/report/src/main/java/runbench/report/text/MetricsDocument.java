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

/** Every metric on every processor: how it is computed, from which source, and on what that was checked. */
public final class MetricsDocument {
    private static final String HEAD = """
            # Metrics and processors

            Written by `scripts/runbench metrics --processor all --markdown`; a test holds it to the tables.

            H: checked on hardware. s: events, codes and arithmetic taken through a simulated PMU or the emulator with known answers; whether
            the processor counts them right, that cannot tell. x: computed, not checked. ~: an estimate, not checked. A dot: not available
            there, and the metric prints the reason instead of a number. `runbench metrics --check` checks the machine at hand.
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
        line(out, HEAD.strip());
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

    /** Processors that compute it alike share a row. */
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

    /** The same on each system. */
    private static void line(PrintWriter out, String text) {
        out.print(text + "\n");
    }
}
