package runbench.parser.simpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import runbench.base.error.RunbenchException;

/**
 * The intervals of one task: what was executed and what was counted in each. The vectors are projected as they are
 * read: there may be tens of thousands of blocks, of which {@link RandomProjection#DIMENSIONS} sums are kept.
 *
 * @param task its number in the recording
 * @param from instructions before each interval
 * @param length instructions of each
 * @param projected one row for each: shares of the blocks in its instructions, projected
 * @param blocks distinct blocks that it executed
 * @param events what was counted
 */
public record TaskVectors(int task, long[] from, long[] length, double[][] projected, int blocks,
        List<Counted> events) {
    static final String INSTRUCTIONS = "instructions";

    /** @param counts one for each interval */
    public record Counted(String name, String unit, long[] counts) {}

    /** How a column is called. */
    static String column(String name, String unit) {
        return name + " (" + unit + ")";
    }

    public int intervals() {
        return length.length;
    }

    /** @throws RunbenchException (bad input) files that are not as {@link VectorFolder} writes them */
    public static TaskVectors read(VectorFolder folder, int task) {
        long[][] counts;
        List<String> names;
        try (CSVParser csv = CSVParser.parse(folder.counts(task), StandardCharsets.UTF_8,
                CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get())) {
            names = csv.getHeaderNames();
            counts = csv.getRecords().stream().map(TaskVectors::numbers).toArray(long[][]::new);
        } catch (IOException | RuntimeException e) {
            throw unreadable(folder.counts(task).toString(), e);
        }
        RandomProjection projection = new RandomProjection();
        List<double[]> rows = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(folder.vectors(task))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                rows.add(projection.of(line));
            }
        } catch (IOException e) {
            throw unreadable(folder.vectors(task) + ", line " + (rows.size() + 1), e);
        }
        if (rows.size() != counts.length) {
            throw unreadable(folder.vectors(task).toString(),
                    new IOException(rows.size() + " intervals, but counts of " + counts.length));
        }
        List<Counted> events = new ArrayList<>();
        long[] length = null;
        for (int c = 1; c < names.size(); c++) {
            int column = c;
            long[] values = Arrays.stream(counts).mapToLong(r -> r[column]).toArray();
            String name = names.get(c).replaceAll(" \\([^()]*\\)$", "");
            if (name.equals(INSTRUCTIONS)) {
                length = values;
            } else {
                events.add(new Counted(name, names.get(c).substring(name.length()).replaceAll("[ ()]", ""), values));
            }
        }
        if (length == null) {
            throw unreadable(folder.counts(task).toString(), new IOException("no column of instructions"));
        }
        return new TaskVectors(task, Arrays.stream(counts).mapToLong(r -> r[0]).toArray(), length,
                rows.toArray(double[][]::new), projection.blocks(), List.copyOf(events));
    }

    private static long[] numbers(CSVRecord row) {
        return row.stream().mapToLong(Long::parseLong).toArray();
    }

    private static RunbenchException unreadable(String where, Exception e) {
        return RunbenchException.badInput(where + ": no intervals with vectors of blocks: " + e.getMessage())
                .remedy("run again with --emulate --bbv")
                .causedBy(e);
    }
}
