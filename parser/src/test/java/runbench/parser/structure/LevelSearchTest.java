package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LevelSearchTest {
    private static final int SERIES = 4000;

    /**
     * The search drops starts that cannot be the last one any more. It must keep every start of an optimal
     * segmentation; of several equal ones, those of the first.
     */
    @Test
    void resultIsFirstOptimalSegmentation() {
        List<String> different = new ArrayList<>();
        for (int seed = 0; seed < SERIES; seed++) {
            Random random = new Random(seed);
            LevelSearch search = randomSeries(random);
            double penalty = 1 + 3 * random.nextDouble();
            List<Integer> changes = search.changes(penalty);
            List<Integer> optimal = optimal(search, penalty);
            if (!changes.equals(optimal)) {
                different.add("seed " + seed + ": " + changes + " instead of " + optimal);
            }
        }
        assertThat(different).as("series with another segmentation than the first optimal one").isEmpty();
    }

    /** Optimal partitioning by dynamic programming over all starts, without pruning. */
    private static List<Integer> optimal(LevelSearch search, double penalty) {
        int n = search.bins();
        double[] best = new double[n + 1];
        int[] before = new int[n + 1];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        best[0] = -penalty;
        for (int end = LevelSearch.SHORTEST; end <= n; end++) {
            for (int start = 0; start <= end - LevelSearch.SHORTEST; start++) {
                double with = best[start] + search.cost(start, end) + penalty;
                if (with < best[end]) {
                    best[end] = with;
                    before[end] = start;
                }
            }
        }
        List<Integer> changes = new ArrayList<>();
        for (int start = before[n]; start > 0; start = before[start]) {
            changes.add(0, start);
        }
        return changes;
    }

    /**
     * Levels and spikes of random length in noise of random size, with gaps, in 8 to 39 bins. In every fifth series the
     * values are whole numbers, so that several segmentations are equally good.
     */
    private static LevelSearch randomSeries(Random random) {
        double[] values = new double[8 + random.nextInt(32)];
        double[] weights = new double[values.length];
        double noise = Math.pow(10, -2 * random.nextDouble());
        boolean whole = random.nextInt(5) == 0;
        double level = 0;
        for (int i = 0; i < values.length; i++) {
            level = random.nextInt(6) == 0 ? 3 * random.nextGaussian() : level;
            double spike = random.nextInt(20) == 0 ? 3 : 0;
            double value = level + spike + noise * random.nextGaussian();
            values[i] = random.nextInt(25) == 0 ? Double.NaN : whole ? Math.rint(value) : value;
            weights[i] = random.nextInt(4) == 0 ? random.nextDouble() : 1;
        }
        return new LevelSearch(values, weights);
    }
}
