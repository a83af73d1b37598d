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
import runbench.parser.stats.RunLog.LoggedSummary;
import runbench.parser.stats.RunLog.RegionSummary;

/** A table of regions: one row per region, three columns per event. */
public final class RegionCsv {
    private RegionCsv() {
    }

    /**
     * Writes the table.
     *
     * @throws RunbenchException the file cannot be written
     */
    public static void write(LoggedSummary log, Path file) {
        try {
            OutputFile.writeText(file, text -> {
                CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
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
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }
}
