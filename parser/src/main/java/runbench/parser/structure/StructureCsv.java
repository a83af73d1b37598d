package runbench.parser.structure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;

/**
 * Segments as a table: a row for each with its phase, and the mean rate of each event. Without segments it has a
 * heading only.
 */
public final class StructureCsv {
    private StructureCsv() {
    }

    /** @throws RunbenchException when it cannot be written */
    public static void write(Structure structure, Path file) {
        try {
            OutputFile.writeText(file, text -> {
                CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
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
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }
}
