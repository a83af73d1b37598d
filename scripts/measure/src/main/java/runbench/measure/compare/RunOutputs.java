package runbench.measure.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.digest.Digests;
import runbench.base.quantity.Printable;
import runbench.measure.RunFolder;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;

/**
 * Compares what the programs of two sides wrote to standard output.
 *
 * @param nameA letter of the first side
 * @param nameB letter of the second side
 */
record RunOutputs(String nameA, String nameB) {
    private static final int MAX_CHARS = 40;

    /**
     * Compares the stored outputs of runs.
     *
     * @param a folders of the runs of the first side
     * @param b folders of the runs of the second side
     */
    OutputComparison compare(List<Path> a, List<Path> b) {
        try {
            List<Path> ofA = a.stream().map(run -> new RunFolder(run).benchmarkOut()).toList();
            List<Path> ofB = b.stream().map(run -> new RunFolder(run).benchmarkOut()).toList();
            if (!ofA.stream().allMatch(Files::isRegularFile) || !ofB.stream().allMatch(Files::isRegularFile)) {
                return new OutputComparison(OutputResult.UNKNOWN, null);
            }
            Set<String> digestsA = digests(ofA);
            Set<String> digestsB = digests(ofB);
            if (digestsA.size() > 1 || digestsB.size() > 1) {
                return new OutputComparison(OutputResult.VARYING,
                        digestsB.size() == 1 ? nameA : digestsA.size() == 1 ? nameB : nameA + " and " + nameB);
            }
            return digestsA.equals(digestsB) ? new OutputComparison(OutputResult.SAME, null)
                    : new OutputComparison(OutputResult.DIFFERENT, firstDifference(ofA.get(0), ofB.get(0)));
        } catch (IOException e) {
            return new OutputComparison(OutputResult.UNKNOWN, null);
        }
    }

    private static Set<String> digests(List<Path> files) throws IOException {
        Set<String> digests = new TreeSet<>();
        for (Path file : files) {
            digests.add(Digests.of(file));
        }
        return digests;
    }

    /** Returns the number of the first line that differs, with its text on both sides. */
    private String firstDifference(Path a, Path b) throws IOException {
        // Any bytes are text in this character set.
        try (BufferedReader ofA = Files.newBufferedReader(a, StandardCharsets.ISO_8859_1);
                BufferedReader ofB = Files.newBufferedReader(b, StandardCharsets.ISO_8859_1)) {
            for (int line = 1;; line++) {
                String lineA = ofA.readLine();
                String lineB = ofB.readLine();
                if (!Objects.equals(lineA, lineB)) {
                    return "line " + line + ": " + nameA + " " + quoted(lineA) + ", " + nameB + " " + quoted(lineB);
                }
                if (lineA == null) {
                    return "line ends";
                }
            }
        }
    }

    private static String quoted(String line) {
        return line == null ? "ends"
                : "'" + Printable.line(line.length() > MAX_CHARS ? line.substring(0, MAX_CHARS) + "..." : line) + "'";
    }
}
