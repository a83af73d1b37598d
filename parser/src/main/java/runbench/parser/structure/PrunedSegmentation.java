package runbench.parser.structure;

import java.util.Arrays;

/**
 * The segmentation of least cost, by PELT: optimal partitioning that forgets a start as soon as it cannot be the last one
 * any more (Killick, Fearnhead and Eckley 2012).
 *
 * @param starts of the segments, the first 0
 * @param cost   of all segments, without penalties
 */
record PrunedSegmentation(int[] starts, double cost) {

    static PrunedSegmentation of(SegmentCost cost, double penalty) {
        int n = cost.bins();
        int shortest = SegmentCost.SHORTEST;
        double[] best = new double[n + 1];
        int[] before = new int[n + 1];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        best[0] = -penalty;
        int[] candidates = new int[n + 1];
        double[] reached = new double[n + 1];
        int count = 0;
        for (int end = shortest; end <= n; end++) {
            int latest = end - shortest;
            if (latest == 0 || latest >= shortest) {
                candidates[count++] = latest;
            }
            for (int k = 0; k < count; k++) {
                int start = candidates[k];
                reached[k] = best[start] + cost.of(start, end);
                if (reached[k] + penalty < best[end]) {
                    best[end] = reached[k] + penalty;
                    before[end] = start;
                }
            }
            double limit = best[end] + cost.slack();
            int kept = 0;
            for (int k = 0; k < count; k++) {
                if (reached[k] <= limit) {
                    candidates[kept++] = candidates[k];
                }
            }
            count = kept;
        }
        int[] starts = new int[n / shortest + 1];
        int segments = 0;
        for (int end = n; end > 0; end = before[end]) {
            starts[segments++] = before[end];
        }
        int[] ordered = new int[segments];
        for (int s = 0; s < segments; s++) {
            ordered[s] = starts[segments - 1 - s];
        }
        return new PrunedSegmentation(ordered, best[n] - (segments - 1) * penalty);
    }

    int segments() {
        return starts.length;
    }
}
