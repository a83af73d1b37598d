package runbench.parser.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.parser.compare.Comparison.Pairing;

/**
 * Judges real runs of a program, of the same once more and of the same with more work: run by
 * scripts/bench/compare-planted.
 */
final class PlantedBench {
    private static final int FIRST = 10;
    private static final int COMPARISONS = 20;
    private static final double MARGIN = 0.01;

    private final List<double[]> rows;

    private PlantedBench(List<double[]> rows) {
        this.rows = rows;
    }

    /** @param args a table of the seconds of A, A again, and B; a row for each time that all three ran */
    public static void main(String[] args) throws IOException {
        List<double[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split(",");
            rows.add(new double[]{Double.parseDouble(words[0]), Double.parseDouble(words[1]),
                    Double.parseDouble(words[2])});
        }
        PlantedBench bench = new PlantedBench(rows);
        bench.print("A against A", 1);
        bench.print("A against B", 2);
    }

    /**
     * As a person does: ten pairs, and as many more as are asked for, where so many were run; comparisons share runs
     * then.
     */
    private void print(String name, int other) {
        int atOnce = 0;
        int different = 0;
        int worse = 0;
        int told = 0;
        long pairs = 0;
        for (int i = 0; i < COMPARISONS && (i + 1) * FIRST <= rows.size(); i++) {
            MetricComparison first = compared(i * FIRST, FIRST, other);
            atOnce += first.verdict().different() ? 1 : 0;
            int need = FIRST + (first.runsMore() == null ? 0 : first.runsMore());
            if (need <= rows.size()) {
                RatioVerdict verdict = compared(Math.min(i * FIRST, rows.size() - need), need, other).verdict();
                different += verdict.different() ? 1 : 0;
                worse += verdict == RatioVerdict.WORSE ? 1 : 0;
                pairs += need;
                told++;
            }
        }
        MetricComparison all = compared(0, rows.size(), other);
        System.out.printf(Locale.ROOT,
                "%s: different with %d pairs in %d of %d; with the pairs asked for (%d in the mean) in %d of %d, "
                        + "worse in %d; all %d pairs: %s, B/A %.4f (%.4f-%.4f)%n",
                name, FIRST, atOnce, COMPARISONS, pairs / Math.max(1, told), different, told, worse, rows.size(),
                all.verdict(), all.ratio().ratio(), all.ratio().low(), all.ratio().high());
    }

    private MetricComparison compared(int from, int count, int other) {
        List<RunValues> a = new ArrayList<>();
        List<RunValues> b = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            a.add(SimulatedRuns.run("a", 10L * i, rows.get(i)[0]));
            b.add(SimulatedRuns.run("b", 10L * i + 5, rows.get(i)[other]));
        }
        return new Comparer(Pairing.of(a, b), MARGIN, SimulatedRuns.SECONDS.name())
                .compare("A", a, "B", b, null, List.of())
                .primary();
    }
}
