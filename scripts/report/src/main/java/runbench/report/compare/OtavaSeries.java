package runbench.report.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.RunValues;

/**
 * Writes the history of a benchmark for Apache Otava, which finds permanent changes of a quantity: a CSV file with one
 * row per run in the order of time, and the definition of the test.
 */
public final class OtavaSeries {
    private static final String TIME = "time";

    private OtavaSeries() {
    }

    /**
     * Writes one CSV file per benchmark and {@code otava.yaml}.
     *
     * @param series runs in the order of time, by benchmark name
     * @param folder folder of the files
     * @return path of the definition
     * @throws IOException if a file cannot be written
     */
    public static Path write(Map<String, List<RunValues>> series, Path folder) throws IOException {
        Files.createDirectories(folder);
        StringBuilder yaml = new StringBuilder("tests:\n");
        for (Map.Entry<String, List<RunValues>> s : series.entrySet()) {
            String name = s.getKey().replaceAll("[^A-Za-z0-9._-]", "-");
            Map<String, Measurand> columns = new LinkedHashMap<>();
            s.getValue().forEach(r -> r.values().keySet().forEach(m -> columns.putIfAbsent(m.name(), m)));
            csv(s.getValue(), columns.values(), folder.resolve(name + ".csv"));
            yaml.append(definition(name, columns.values()));
        }
        Path definition = folder.resolve("otava.yaml");
        OutputFile.writeText(definition, out -> out.append(yaml));
        return definition;
    }

    private static void csv(List<RunValues> runs, Collection<Measurand> columns, Path file) throws IOException {
        OutputFile.writeText(file, out -> {
            CSVPrinter rows = new CSVPrinter(out, CSVFormat.RFC4180.builder().setRecordSeparator("\n").get());
            List<String> header = new ArrayList<>(List.of(TIME, "run"));
            columns.forEach(c -> header.add(c.name()));
            rows.printRecord(header);
            for (RunValues run : runs) {
                List<Object> row = new ArrayList<>(List.of(time(run.started()), run.run()));
                columns.forEach(c -> row.add(run.values().get(c))); // an absent value is an empty field, not 0
                rows.printRecord(row);
            }
        });
    }

    private static String time(Instant started) {
        return started == null ? "" : started.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * Returns the YAML definition. Otava has two directions; a quantity that is neither good nor bad gets the direction
     * of costs.
     */
    private static String definition(String name, Collection<Measurand> columns) {
        StringBuilder yaml = new StringBuilder("  ").append(quoted(name))
                .append(":\n    type: csv\n    file: ")
                .append(quoted(name + ".csv"))
                .append("\n    time_column: ")
                .append(TIME)
                .append("\n    attributes: [run]\n    csv_options:\n      delimiter: ','\n      quotechar: '\"'\n    "
                        + "metrics:\n");
        for (Measurand m : columns) {
            yaml.append("      ")
                    .append(quoted(m.name()))
                    .append(":\n        column: ")
                    .append(quoted(m.name()))
                    .append("\n        direction: ")
                    .append(m.direction() == Direction.HIGHER ? 1 : -1)
                    .append("\n        scale: 1\n");
        }
        return yaml.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
