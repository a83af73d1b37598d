package runbench.parser.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.parser.metrics.MetricSummary;

/** A table of the metrics of a run, with values and bounds. Cells of unknown values are empty. */
public final class MetricCsv {
    private MetricCsv() {
    }

    /**
     * Writes the table.
     *
     * @throws RunbenchException the file cannot be written
     */
    public static void write(List<MetricSummary> metrics, Path file) {
        try {
            OutputFile.writeText(file, text -> {
                CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                csv.printRecord("metric", "value", "low", "high", "unit", "status", "lowest_period", "highest_period",
                        "share_measured", "check", "computed_from", "reason");
                for (MetricSummary m : metrics) {
                    csv.printRecord(m.name(), m.value(), m.interval() == null ? null : m.interval().low(),
                            m.interval() == null ? null : m.interval().high(), m.unit(), m.status().label(), m.lowest(),
                            m.highest(), m.shareMeasured(), m.check() == null ? null : m.check().words(),
                            m.computedFrom(), m.reason());
                }
            });
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }
}
