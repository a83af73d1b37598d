package runbench.report.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Comparison.ComparedSide;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.MultipleComparison;

/** Writes a comparison as CSV: one row per quantity and run with the result, sufficient to repeat the statistics. */
public final class ComparisonCsv {
    private static final String[] HEADER = {"metric", "unit", "run", "a", "b", "paired", "ratio", "low", "high", "p",
            "p_holm", "verdict", "absent", "program_a", "program_b"};

    private ComparisonCsv() {
    }

    /**
     * Writes the file.
     *
     * @param m the comparison of two programs, all comparisons of several programs, or a sweep, which has one row per
     *     quantity, value of the parameters and run
     * @throws IOException if the file cannot be written
     */
    public static void write(MultipleComparison m, Path file) throws IOException {
        if (m.sweep() != null) {
            writeSweep(m, file);
            return;
        }
        OutputFile.writeText(file, out -> {
            CSVPrinter csv = new CSVPrinter(out,
                    CSVFormat.RFC4180.builder().setHeader(HEADER).setRecordSeparator("\n").get());
            for (Comparison c : m.all()) {
                print(c, csv);
            }
        });
    }

    private static void writeSweep(MultipleComparison m, Path file) throws IOException {
        List<String> header = new ArrayList<>(m.comparison().a().parameters().keySet());
        header.addAll(List.of("metric", "unit", "run", "value", "ratio", "low", "high", "p", "p_holm", "verdict"));
        OutputFile.writeText(file, out -> {
            CSVPrinter csv = new CSVPrinter(out,
                    CSVFormat.RFC4180.builder()
                            .setHeader(header.toArray(String[]::new))
                            .setRecordSeparator("\n")
                            .get());
            for (MetricComparison q : m.comparison().all()) {
                printPoint(m.comparison().a(), q, q.a(), Arrays.asList(1.0, null, null, null, null, null), csv);
            }
            for (Comparison c : m.withReference()) {
                for (MetricComparison q : c.all()) {
                    printPoint(c.b(), q, q.b(), Arrays.asList(q.ratio().ratio(), q.ratio().low(), q.ratio().high(),
                            q.p(), q.pHolm(), q.verdict().label()), csv);
                }
            }
        });
    }

    private static void printPoint(ComparedSide point, MetricComparison q, List<Double> values, List<Object> result,
            CSVPrinter csv) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            List<Object> row = new ArrayList<>(point.parameters().values());
            row.addAll(List.of(q.what().name(), q.what().unit(), i + 1, values.get(i)));
            row.addAll(result);
            csv.printRecord(row);
        }
    }

    private static void print(Comparison c, CSVPrinter csv) throws IOException {
        for (MetricComparison m : c.all()) {
            for (int i = 0; i < Math.max(m.a().size(), m.b().size()); i++) {
                csv.printRecord(m.what().name(), m.what().unit(), i + 1, at(m.a(), i), at(m.b(), i),
                        c.pairing() == Pairing.INTERLEAVED, m.ratio().ratio(), m.ratio().low(), m.ratio().high(), m.p(),
                        m.pHolm(), m.verdict().label(), null, c.a().name(), c.b().name());
            }
        }
        for (AbsentMetric a : c.absent()) {
            csv.printRecord(a.name(), null, null, null, null, null, null, null, null, null, null, null, a.reason(),
                    c.a().name(), c.b().name());
        }
    }

    private static Double at(List<Double> values, int i) {
        return i < values.size() ? values.get(i) : null;
    }
}
