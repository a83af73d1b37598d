package runbench.parser.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.process.IoReason;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.stats.RunLog.LoggedSummary;
import runbench.parser.stats.RunLog.RegionSummary;
import runbench.parser.structure.Structure;

/**
 * The CSV tables of a run's summary. Cells of unknown values are empty. All methods throw a {@link RunbenchException}
 * if the file cannot be written.
 */
public final class RunCsv {
    private RunCsv() {
    }

    /** The rows of one table. */
    @FunctionalInterface
    private interface Rows {
        void print(CSVPrinter csv) throws IOException;
    }

    /**
     * Writes one row per metric, with its value and bounds.
     *
     * @param metrics metrics of the run
     * @param file path of the table
     */
    public static void writeMetrics(List<MetricSummary> metrics, Path file) {
        write(file, csv -> {
            csv.printRecord("metric", "value", "low", "high", "unit", "status", "lowest_period", "highest_period",
                    "share_measured", "check", "computed_from", "reason");
            for (MetricSummary m : metrics) {
                csv.printRecord(m.name(), m.value(), m.interval() == null ? null : m.interval().low(),
                        m.interval() == null ? null : m.interval().high(), m.unit(), m.status().label(), m.lowest(),
                        m.highest(), m.shareMeasured(), m.check() == null ? null : m.check().words(), m.computedFrom(),
                        m.reason());
            }
        });
    }

    /**
     * Writes one row per region, with three columns per event.
     *
     * @param log log of the run
     * @param file path of the table
     */
    public static void writeRegions(LoggedSummary log, Path file) {
        write(file, csv -> {
            List<Object> head = new ArrayList<>(
                    List.of("region", "kind", "count", "open", "total_s", "shortest_s", "longest_s"));
            log.regions()
                    .stream()
                    .limit(1)
                    .flatMap(r -> r.events().stream())
                    .forEach(e -> head.addAll(List.of(e.event(), e.event() + "_at_least", e.event() + "_at_most")));
            csv.printRecord(head);
            for (RegionSummary r : log.regions()) {
                List<Object> row = new ArrayList<>(
                        List.of(r.name(), r.kind(), r.count(), r.open(), r.totalS(), r.shortestS(), r.longestS()));
                r.events().forEach(e -> row.addAll(List.of(e.count(), e.atLeast(), e.atMost())));
                csv.printRecord(row);
            }
        });
    }

    /**
     * Writes one row per segment, with its phase and the mean rate of each event. Without segments, the table contains
     * the heading only.
     *
     * @param structure structure of the run
     * @param file path of the table
     */
    public static void writeSegments(Structure structure, Path file) {
        write(file, csv -> {
            String unit = structure.unit().equals("s") ? "_s" : "";
            List<Object> head = new ArrayList<>(List.of("segment", "from" + unit, "to" + unit, "phase"));
            structure.columns().forEach(c -> head.add(c.event() + " (" + c.unit() + ")"));
            csv.printRecord(head);
            int number = 1;
            for (Structure.Segment s : structure.segments()) {
                List<Object> row = new ArrayList<>(List.of(number++, s.from(), s.to(), s.phase()));
                row.addAll(s.rates());
                csv.printRecord(row);
            }
        });
    }

    private static void write(Path file, Rows rows) {
        try {
            OutputFile.writeText(file, text -> rows
                    .print(new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get())));
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }
}
