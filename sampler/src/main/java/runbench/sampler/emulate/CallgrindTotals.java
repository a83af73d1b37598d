package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Callgrind's counts of a whole run (Valgrind manual, "Callgrind Format Specification": lines "events:" and "totals:").
 * Callgrind writes no time series. It counts a read-modify-write as a write only. Branch counts are 0 if it did not
 * simulate branches.
 *
 * @param instructions executed instructions (Ir)
 * @param loads data reads (Dr)
 * @param stores data writes (Dw)
 * @param l1dReadMisses reads that missed the L1 data cache (D1mr)
 * @param l1dWriteMisses writes that missed the L1 data cache (D1mw)
 * @param l1iMisses instruction fetches that missed the L1 instruction cache (I1mr)
 * @param lastLevelCodeMisses instruction fetches that missed the last level (ILmr)
 * @param lastLevelReadMisses reads that missed the last level (DLmr)
 * @param lastLevelWriteMisses writes that missed the last level (DLmw)
 * @param conditionalBranches conditional branches (Bc)
 * @param conditionalMisses mispredicted conditional branches (Bcm)
 * @param indirectBranches indirect branches (Bi)
 * @param indirectMisses mispredicted indirect branches (Bim)
 */
public record CallgrindTotals(long instructions, long loads, long stores, long l1dReadMisses, long l1dWriteMisses,
        long l1iMisses, long lastLevelCodeMisses, long lastLevelReadMisses, long lastLevelWriteMisses,
        long conditionalBranches, long conditionalMisses, long indirectBranches, long indirectMisses) {
    private static final String[] EVENTS = {"Ir", "Dr", "Dw", "D1mr", "D1mw", "I1mr", "ILmr", "DLmr", "DLmw", "Bc",
            "Bcm", "Bi", "Bim"};

    private CallgrindTotals(long[] s) {
        this(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12]);
    }

    /** Reads one file of callgrind and returns the sum over its parts. */
    static CallgrindTotals read(Path file) throws IOException {
        String[] columns = {};
        long[] sums = new long[EVENTS.length];
        boolean any = false;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("events:")) {
                    columns = line.substring(line.indexOf(':') + 1).strip().split("\\s+");
                } else if (line.startsWith("totals:")) {
                    add(sums, columns, line.substring(line.indexOf(':') + 1).strip().split("\\s+"));
                    any = true;
                }
            }
        }
        if (!any) {
            throw new IOException("it has no line of totals");
        }
        return new CallgrindTotals(sums);
    }

    private static void add(long[] sums, String[] columns, String[] numbers) throws IOException {
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
     * Returns the sum over all processes of a run.
     *
     * @param folder folder with one callgrind file per process
     * @throws RunbenchException exit code 1: there is no file, or one cannot be read because the run was terminated
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
        return RunbenchException
                .of(runbench.base.error.ExitCode.BENCHMARK_FAILED,
                        "callgrind's counts in " + file + " cannot be used: " + e.getMessage())
                .remedy("run again; callgrind writes them only when the program ends by itself")
                .causedBy(e);
    }

    private CallgrindTotals plus(CallgrindTotals o) {
        long[] mine = values();
        long[] others = o.values();
        Arrays.setAll(mine, i -> mine[i] + others[i]);
        return new CallgrindTotals(mine);
    }

    private long[] values() {
        return new long[]{instructions, loads, stores, l1dReadMisses, l1dWriteMisses, l1iMisses, lastLevelCodeMisses,
                lastLevelReadMisses, lastLevelWriteMisses, conditionalBranches, conditionalMisses, indirectBranches,
                indirectMisses};
    }

    /** Returns loads plus stores. */
    public long references() {
        return loads + stores;
    }

    public long l1dMisses() {
        return l1dReadMisses + l1dWriteMisses;
    }

    /** Returns the last-level misses of data and code. */
    public long lastLevelMisses() {
        return lastLevelCodeMisses + lastLevelReadMisses + lastLevelWriteMisses;
    }
}
