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
 * The intervals of one task, with executed blocks and counts of each. The vectors are projected while they are read:
 * there may be tens of thousands of blocks, reduced to {@link RandomProjection#DIMENSIONS} sums.
 *
 * @param task number of the task in the recording
 * @param from instructions before each interval
 * @param length instructions of each interval
 * @param projected one row per interval: shares of the blocks in its instructions, projected
 * @param blocks number of distinct executed blocks
 * @param events counted events
 */
public record TaskVectors(int task, long[] from, long[] length, double[][] projected, int blocks,
        List<Counted> events) {
    static final String INSTRUCTIONS = "instructions";

    /**
     * The counts of one event.
     *
     * @param name name of the event
     * @param unit unit of the counts
     * @param counts one count per interval
     */
    public record Counted(String name, String unit, long[] counts) {}

    /** Returns the name of a column. */
    static String column(String name, String unit) {
        return name + " (" + unit + ")";
    }

    public int intervals() {
        return length.length;
    }

    /**
     * Reads the vectors of a task.
     *
     * @throws RunbenchException (bad input) the files do not have the format of {@link VectorFolder}
     */
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
                rows.add(projection.projected(line));
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
