package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrunedSegmentationTest {
    private static final int SERIES = 4000;

    /**
     * A start that cannot be the last one for segments that end at a bin remains possible for segments that end less
     * than the minimum length later, because no segment fits between. Pruning before that loses optimal segmentations.
     */
    @Test
    void pruningIsDelayedByTheMinimumSegmentLength() {
        List<String> worse = new ArrayList<>();
        for (int seed = 0; seed < SERIES; seed++) {
            SegmentCost cost = randomCost(new Random(seed));
            PrunedSegmentation found = PrunedSegmentation.of(cost, cost.penalty());
            double total = found.cost() + (found.segments() - 1) * cost.penalty();
            double optimum = optimum(cost, cost.penalty());
            boolean consistent = Math.abs(sum(found.starts(), cost) - found.cost()) < 1e-6;
            if (!consistent || total > optimum + 1e-9 * (1 + Math.abs(optimum))) {
                worse.add("seed " + seed + ": " + total + " > " + optimum);
            }
        }
        assertThat(worse).as("series with a segmentation worse than the optimum").isEmpty();
    }

    /** Optimal partitioning by dynamic programming over all starts, without pruning. */
    private static double optimum(SegmentCost cost, double penalty) {
        int n = cost.bins();
        double[] best = new double[n + 1];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        best[0] = -penalty;
        for (int end = SegmentCost.MIN_SEGMENT_BINS; end <= n; end++) {
            for (int start = 0; start <= end - SegmentCost.MIN_SEGMENT_BINS; start++) {
                if (best[start] < Double.POSITIVE_INFINITY) {
                    best[end] = Math.min(best[end], best[start] + cost.ofSegment(start, end) + penalty);
                }
            }
        }
        return best[n];
    }

    private static double sum(int[] starts, SegmentCost cost) {
        double sum = 0;
        for (int s = 0; s < starts.length; s++) {
            sum += cost.ofSegment(starts[s], s + 1 < starts.length ? starts[s + 1] : cost.bins());
        }
        return sum;
    }

    /** Levels, ramps and spikes of random length in noise of random size, 1 or 2 columns of 16 to 35 bins. */
    private static SegmentCost randomCost(Random random) {
        double[][] columns = new double[1 + random.nextInt(2)][16 + random.nextInt(20)];
        double noise = Math.pow(10, -2 * random.nextDouble());
        for (double[] column : columns) {
            double level = 0;
            double slope = 0;
            double scale = noise;
            for (int i = 0; i < column.length; i++) {
                if (random.nextInt(8) == 0) {
                    level = 2 * random.nextGaussian();
                    slope = random.nextInt(3) == 0 ? random.nextGaussian() / 5 : 0;
                    scale = random.nextInt(3) == 0 ? noise * (0.1 + 2 * random.nextDouble()) : noise;
                }
                level += slope;
                column[i] = level + scale * random.nextGaussian() + (random.nextInt(40) == 0 ? 3 : 0);
            }
        }
        return new SegmentCost(columns, 1 + random.nextInt(3) * random.nextDouble());
    }
}
