package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What callgrind counted over a whole run (Valgrind manual, "Callgrind Format Specification": lines "events:" and
 * "totals:"). It keeps no series over time. It counts a read-modify-write as a write only.
 */
public record CallgrindTotals(long instructions, long loads, long stores, long l1dReadMisses, long l1dWriteMisses) {
    private static final String[] EVENTS = {"Ir", "Dr", "Dw", "D1mr", "D1mw"};

    /** One file of callgrind, or the sum over its parts. */
    static CallgrindTotals read(Path file) throws IOException {
        String[] columns = {};
        long[] sums = new long[EVENTS.length];
        boolean any = false;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("events:")) {
                    columns = line.substring(line.indexOf(':') + 1).strip().split("\\s+");
                } else if (line.startsWith("totals:")) {
                    add(sums, columns, line.substring(line.indexOf(':') + 1).strip().split("\\s+"), file);
                    any = true;
                }
            }
        }
        if (!any) {
            throw new IOException("it has no line of totals");
        }
        return new CallgrindTotals(sums[0], sums[1], sums[2], sums[3], sums[4]);
    }

    private static void add(long[] sums, String[] columns, String[] numbers, Path file) throws IOException {
        for (int e = 0; e < EVENTS.length; e++) {
            for (int i = 0; i < columns.length && i < numbers.length; i++) {
                if (columns[i].equals(EVENTS[e])) {
                    try {
                        sums[e] = Math.addExact(sums[e], Long.parseLong(numbers[i]));
                    } catch (NumberFormatException x) {
                        throw new IOException("'" + numbers[i] + "' is not a count", x);
                    }
                }
            }
        }
    }

    /**
     * The sum over all processes of a run.
     *
     * @param folder with callgrind's files, one for each process
     * @throws RunbenchException exit code 1: there are none, or one cannot be read (the run was cut short)
     */
    static CallgrindTotals sum(Path folder) {
        CallgrindTotals sum = null;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "callgrind.out.*")) {
            for (Path file : files) {
                CallgrindTotals t = readOrSay(file);
                sum = sum == null ? t : sum.plus(t);
            }
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
        if (sum == null) {
            throw unreadable(folder, new IOException("callgrind left no file; read the benchmark's standard error"));
        }
        return sum;
    }

    private static CallgrindTotals readOrSay(Path file) {
        try {
            return read(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static RunbenchException unreadable(Path file, IOException e) {
        return RunbenchException.of(runbench.base.error.ExitCode.BENCHMARK_FAILED, "callgrind's counts in " + file + " cannot be used: "
                + e.getMessage()).remedy("run again; callgrind writes them only when the program ends by itself").causedBy(e);
    }

    private CallgrindTotals plus(CallgrindTotals o) {
        return new CallgrindTotals(instructions + o.instructions, loads + o.loads, stores + o.stores,
                l1dReadMisses + o.l1dReadMisses, l1dWriteMisses + o.l1dWriteMisses);
    }

    /** Loads and stores. */
    public long references() {
        return loads + stores;
    }

    public long l1dMisses() {
        return l1dReadMisses + l1dWriteMisses;
    }
}
