package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.quantity.Units;
import runbench.parser.check.CheckReport;
import runbench.parser.check.CheckReport.CheckVerdict;
import runbench.parser.check.CheckedItem;
import runbench.parser.check.CheckedItem.KernelComparison;

/** Prints the result of checking events and metrics. */
public final class CheckText {
    private CheckText() {
    }

    public static void print(CheckReport report, PrintWriter out) {
        out.printf("%s, microcode %s, Linux %s; counted by %s%n", report.machine().get("processor"),
                orUnknown(report.machine().get("microcode")), orUnknown(report.machine().get("kernel")),
                report.counted().equals("emulation") ? "emulation" : "this machine's counters and its kernel");
        print("event", report.events(), out);
        print("metric", report.metrics(), out);
        grouped(report.events(), CheckVerdict.NOT_COUNTABLE, "events not countable here", out);
        grouped(report.metrics(), CheckVerdict.NOT_COUNTABLE, "metrics not countable here", out);
        grouped(report.events(), CheckVerdict.NOT_CHECKED, "events not checked", out);
        grouped(report.metrics(), CheckVerdict.NOT_CHECKED, "metrics not checked", out);
        report.skipped().forEach((kernel, why) -> out.printf("kernel %s did not run: %s%n", kernel, why));
    }

    private static void print(String what, List<CheckedItem> items, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row(what, "kernel", "expected", "measured", "difference", "verdict"));
        for (CheckedItem item : items) {
            String name = item.name();
            for (KernelComparison c : item.comparisons()) {
                rows.add(TextTable.row(name, c.kernel(), number(c.expected()), number(c.seen()),
                        c.error() == null ? "" : Units.percent(c.error()), c.inside() ? "ok" : "OFF"));
                name = "";
            }
        }
        if (rows.size() > 1) {
            out.printf("%n%s%n%n", TextTable.text(rows));
            items.stream()
                    .filter(i -> i.verdict() == CheckVerdict.OK || i.verdict() == CheckVerdict.OFF)
                    .forEach(i -> out.printf("%s: %s%n", i.name(), i.words()));
        }
    }

    private static String number(double value) {
        return value == 0 ? "0" : Math.abs(value) >= 1e-3 ? Units.si(value) : String.format(Locale.ROOT, "%.2g", value);
    }

    /** Prints each reason once, with the affected names. */
    private static void grouped(List<CheckedItem> items, CheckVerdict verdict, String title, PrintWriter out) {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        items.stream()
                .filter(i -> i.verdict() == verdict)
                .forEach(i -> reasons.computeIfAbsent(i.reason(), r -> new ArrayList<>()).add(i.name()));
        reasons.forEach((reason, names) -> out.printf("%n%s: %s%n    %s%n", title, String.join(", ", names), reason));
    }

    private static String orUnknown(String text) {
        return text == null || text.isEmpty() ? "unknown" : text;
    }
}
