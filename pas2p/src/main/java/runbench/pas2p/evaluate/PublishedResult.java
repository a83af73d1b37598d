package runbench.pas2p.evaluate;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import runbench.pas2p.predict.PredictedPhase.PredictedTime;

/**
 * One row of the thesis's tables 6.2 to 6.5 and 6.7. The numbers of tables 6.6 and 6.8 are not in the text of the
 * thesis that these were copied from.
 *
 * @param cluster the thesis's cluster A or B
 * @param workload problem size; empty: not stated
 * @param order lamport or pas2p
 * @param method blocks or phases
 * @param resources processor cores or nodes; empty: not stated
 * @param tefS time of one occurrence of each phase, s; null: not stated
 * @param pteS predicted time, s
 * @param teaS actual time, s
 * @param printedError error as printed, 0..1; null: not printed
 */
public record PublishedResult(String table, String cluster, String program, String workload, String order,
        String method, int processes, String resources, Double tefS, double pteS, double teaS, Double printedError) {
    /** The publication. */
    public static final String SOURCE = "A. Wong, PAS2P, doctoral thesis, Universitat Autonoma de Barcelona, "
            + "tables 6.2 to 6.5 and 6.7";

    private static final String RESOURCE = "thesis.csv";

    /** Returns all rows in the order of the tables. */
    public static List<PublishedResult> all() {
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        List<PublishedResult> rows = new ArrayList<>();
        try (InputStream in = PublishedResult.class.getResourceAsStream(RESOURCE)) {
            for (CSVRecord r : format.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                Double printed = number(r.get("epte_percent"));
                rows.add(new PublishedResult(r.get("table"), r.get("cluster"), r.get("program"), r.get("workload"),
                        r.get("order"), r.get("method"), Integer.parseInt(r.get("processes")), r.get("resources"),
                        number(r.get("tef_s")), Double.parseDouble(r.get("pte_s")), Double.parseDouble(r.get("tea_s")),
                        printed == null ? null : (Double) (printed / 100)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(rows);
    }

    /**
     * Returns the rows of a program.
     *
     * @param program name of its file: the part before the first "." counts, in any case
     */
    public static List<PublishedResult> of(String program) {
        String name = program.replaceFirst("\\..*", "").toUpperCase(Locale.ROOT);
        return all().stream().filter(r -> r.program.toUpperCase(Locale.ROOT).equals(name)).toList();
    }

    /** Returns the error of the printed PTE against the printed TEA, 0..1. */
    public double error() {
        return PredictedTime.error(pteS, teaS);
    }

    private static Double number(String text) {
        return text.isEmpty() ? null : (Double) Double.parseDouble(text);
    }
}
