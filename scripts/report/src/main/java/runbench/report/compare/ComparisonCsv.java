package runbench.report.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MetricComparison;

/** Writes a comparison as CSV: one row per quantity and run with the result, sufficient to repeat the statistics. */
public final class ComparisonCsv {
    private static final String[] HEADER = {"metric", "unit", "run", "a", "b", "paired", "ratio", "low", "high", "p",
            "p_holm", "verdict", "absent", "program_a", "program_b"};

    private ComparisonCsv() {
    }

    /**
     * Writes the file.
     *
     * @param comparisons the comparison of two programs, or all comparisons of several programs
     * @throws IOException if the file cannot be written
     */
    public static void write(List<Comparison> comparisons, Path file) throws IOException {
        OutputFile.writeText(file, out -> {
            CSVPrinter csv = new CSVPrinter(out,
                    CSVFormat.RFC4180.builder().setHeader(HEADER).setRecordSeparator("\n").get());
            for (Comparison c : comparisons) {
                print(c, csv);
            }
        });
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
