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
     * A start that cannot be the last one for segments that end at a bin remains possible for segments that end less
     * than the minimum length later, because no segment fits between. Pruning before that loses optimal segmentations.
     */
    @Test
    void pruningLosesNoOptimalSegmentation() {
        List<String> worse = new ArrayList<>();
        for (int seed = 0; seed < SERIES; seed++) {
            Random random = new Random(seed);
            LevelSearch search = randomSeries(random);
            double penalty = 1 + 3 * random.nextDouble();
            List<Integer> changes = search.changes(penalty);
            double total = search.cost(0, search.bins()) - search.gain(changes, penalty);
            double optimum = optimum(search, penalty);
            if (Math.abs(total - optimum) > 1e-9 * (1 + Math.abs(optimum)) || !areLongEnough(changes, search.bins())) {
                worse.add("seed " + seed + ": " + total + " instead of " + optimum + ", " + changes);
            }
        }
        assertThat(worse).as("series with another segmentation than the best").isEmpty();
    }

    private static boolean areLongEnough(List<Integer> changes, int bins) {
        int from = 0;
        for (int change : changes) {
            if (change - from < LevelSearch.SHORTEST) {
                return false;
            }
            from = change;
        }
        return bins - from >= LevelSearch.SHORTEST;
    }

    /** Optimal partitioning by dynamic programming over all starts, without pruning. */
    private static double optimum(LevelSearch search, double penalty) {
        int n = search.bins();
        double[] best = new double[n + 1];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        best[0] = -penalty;
        for (int end = LevelSearch.SHORTEST; end <= n; end++) {
            for (int start = 0; start <= end - LevelSearch.SHORTEST; start++) {
                best[end] = Math.min(best[end], best[start] + search.cost(start, end) + penalty);
            }
        }
        return best[n];
    }

    /** Levels and spikes of random length in noise of random size, with gaps, in 8 to 39 bins. */
    private static LevelSearch randomSeries(Random random) {
        double[] values = new double[8 + random.nextInt(32)];
        double[] weights = new double[values.length];
        double noise = Math.pow(10, -2 * random.nextDouble());
        double level = 0;
        for (int i = 0; i < values.length; i++) {
            level = random.nextInt(6) == 0 ? 3 * random.nextGaussian() : level;
            double spike = random.nextInt(20) == 0 ? 3 : 0;
            values[i] = random.nextInt(25) == 0 ? Double.NaN : level + spike + noise * random.nextGaussian();
            weights[i] = random.nextInt(4) == 0 ? random.nextDouble() : 1;
        }
        return new LevelSearch(values, weights);
    }
}
