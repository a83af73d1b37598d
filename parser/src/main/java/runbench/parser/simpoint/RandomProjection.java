package runbench.parser.simpoint;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Vectors of tens of thousands of blocks to {@value #DIMENSIONS} numbers that keep their distances nearly: shares of
 * the blocks in the interval's instructions times a matrix of uniform numbers in [-1, 1), as SimPoint does (Sherwood,
 * Perelman, Hamerly and Calder, ASPLOS 2002). A row of the matrix depends on its block's id only.
 */
final class RandomProjection {
    static final int DIMENSIONS = 15;
    private static final long SEED = 493575226L;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /** By block's id. */
    private final Map<Integer, double[]> rows = new HashMap<>();

    /** @param line an interval in SimPoint's format */
    double[] of(String line) throws IOException {
        double[] out = new double[DIMENSIONS];
        long[] sum = {0};
        SimPointFormat.parse(line, (id, count) -> {
            double[] row = row(id);
            sum[0] += count;
            for (int d = 0; d < DIMENSIONS; d++) {
                out[d] += row[d] * count;
            }
        });
        for (int d = 0; d < DIMENSIONS && sum[0] > 0; d++) {
            out[d] /= sum[0];
        }
        return out;
    }

    /** How many have been seen. */
    int blocks() {
        return rows.size();
    }

    private double[] row(int id) {
        return rows.computeIfAbsent(id,
                i -> new SplittableRandom(SEED + i * GOLDEN).doubles(DIMENSIONS, -1, 1).toArray());
    }
}
