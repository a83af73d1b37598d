package runbench.parser.simpoint;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A random projection of vectors of tens of thousands of blocks to {@value #DIMENSIONS} numbers, which nearly preserves
 * their distances. The shares of the blocks in the interval's instructions are multiplied by a matrix of uniform
 * numbers in [-1, 1). SimPoint uses the same method (Sherwood, Perelman, Hamerly and Calder, ASPLOS 2002). A row of the
 * matrix depends on its block's id only.
 */
final class RandomProjection {
    static final int DIMENSIONS = 15;
    private static final long SEED = 493575226L;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /** Rows of the matrix, by block id. */
    private final Map<Integer, double[]> rows = new HashMap<>();

    /**
     * Returns the projected vector of an interval.
     *
     * @param line the interval in SimPoint's format
     */
    double[] projected(String line) throws IOException {
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

    /** Returns the number of distinct blocks so far. */
    int blocks() {
        return rows.size();
    }

    private double[] row(int id) {
        return rows.computeIfAbsent(id,
                i -> new SplittableRandom(SEED + i * GOLDEN).doubles(DIMENSIONS, -1, 1).toArray());
    }
}
