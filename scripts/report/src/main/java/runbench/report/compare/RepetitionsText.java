package runbench.report.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Units;
import runbench.parser.compare.Repetitions;
import runbench.parser.compare.Repetitions.Quantity;
import runbench.report.text.TextTable;

/** Prints the spread of repeated runs, and writes it as CSV. */
public final class RepetitionsText {
    private static final int MAX_NAME = 24;
    private static final int MAX_LABEL = 40;
    private static final String[] CSV_HEADER = {"quantity", "unit", "run", "value", "estimated", "source"};

    private RepetitionsText() {
    }

    /** Prints a table of all quantities for 80 columns. */
    public static void print(Repetitions r, PrintWriter out) {
        out.println(headline(r));
        out.println();
        TextTable.text(rows(r)).lines().forEach(line -> out.println("  " + line));
        footnotes(r).forEach(line -> out.println("  " + line));
    }

    /** Returns the table as Markdown. */
    public static String markdown(Repetitions r) {
        return "**" + ComparisonMarkdown.escaped(headline(r)) + "**\n\n" + ComparisonMarkdown.table(rows(r)) + "\n"
                + ComparisonMarkdown.list(footnotes(r));
    }

    private static List<String[]> rows(Repetitions r) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("", "mean", "+- 95 %", "median", "min", "max", "deviation"));
        for (Quantity q : r.quantities()) {
            String name = q.what().name() + (q.estimated() == null ? "" : "~") + (q.outliers().isEmpty() ? "" : "!");
            rows.add(TextTable.row(ComparisonText.truncated(name, MAX_NAME), ComparisonText.value(q.what(), q.mean()),
                    q.low() == null ? "-" : share((q.high() - q.low()) / 2, q.mean()),
                    ComparisonText.value(q.what(), q.median()), ComparisonText.value(q.what(), q.min()),
                    ComparisonText.value(q.what(), q.max()),
                    q.deviation() == null ? "-" : share(q.deviation(), q.mean())));
        }
        return rows;
    }

    static String headline(Repetitions r) {
        Quantity wall = r.quantities().get(0);
        return Units.counted(r.runs().size(), "run") + " of " + ComparisonText.truncated(r.label(), MAX_LABEL) + ": "
                + wall.what().title() + " " + ComparisonText.value(wall.what(), wall.mean())
                + (wall.low() == null ? "" : " +- " + share((wall.high() - wall.low()) / 2, wall.mean()));
    }

    private static List<String> footnotes(Repetitions r) {
        List<String> notes = new ArrayList<>();
        notes.add(r.source());
        if (r.runs().size() > 1) {
            notes.add("+- 95 %: half the interval of the mean (Student's t), of the mean");
        }
        if (r.quantities().stream().anyMatch(q -> q.estimated() != null)) {
            notes.add("~ a scaled estimate, not an exact count");
        }
        r.quantities()
                .stream()
                .filter(q -> !q.outliers().isEmpty())
                .findFirst()
                .ifPresent(q -> notes.add("! outlier, included in all results: " + q.what().name() + " in run "
                        + q.outliers().stream().map(i -> String.valueOf(i + 1)).collect(Collectors.joining(", "))));
        ComparisonText.namesByReason(r.absent())
                .forEach((reason, names) -> notes.add(String.join(", ", names) + ": " + reason));
        return notes;
    }

    /** Returns a share of the mean in percent, with two digits; "0" if nothing varies, "-" if the mean is 0. */
    static String share(double part, double mean) {
        if (part == 0 || mean == 0) {
            return part == 0 ? "0 %" : "-";
        }
        double percent = 100 * part / Math.abs(mean);
        return percent < 0.01 ? "<0.01 %"
                : String.format(Locale.ROOT, percent < 1 ? "%.2f %%" : percent < 10 ? "%.1f %%" : "%.0f %%", percent);
    }

    /**
     * Writes one row per quantity and run.
     *
     * @throws IOException if the file cannot be written
     */
    public static void writeCsv(Repetitions r, Path file) throws IOException {
        OutputFile.writeText(file, out -> {
            CSVPrinter csv = new CSVPrinter(out,
                    CSVFormat.RFC4180.builder().setHeader(CSV_HEADER).setRecordSeparator("\n").get());
            for (Quantity q : r.quantities()) {
                for (int i = 0; i < q.values().size(); i++) {
                    csv.printRecord(q.what().name(), q.what().unit(), i + 1, q.values().get(i), q.estimated(),
                            r.source());
                }
            }
        });
    }
}
