package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The best segmentation of a weighted series into constant levels, by PELT: Killick, Fearnhead, Eckley, "Optimal
 * Detection of Changepoints With a Linear Computational Cost", JASA 107 (2012). The cost of a segment is its weighted
 * sum of squares about the mean.
 */
final class LevelSearch {
    /** Minimum length of a segment, bins. */
    static final int SHORTEST = 2;

    private final double[] weight;
    private final double[] sum;
    private final double[] square;

    /**
     * @param values one value per bin, in standard deviations of the noise; NaN is a gap
     * @param weights one weight per bin, 0..1
     */
    LevelSearch(double[] values, double[] weights) {
        int n = values.length;
        weight = new double[n + 1];
        sum = new double[n + 1];
        square = new double[n + 1];
        for (int i = 0; i < n; i++) {
            double w = Double.isFinite(values[i]) ? weights[i] : 0;
            double v = w > 0 ? values[i] : 0;
            weight[i + 1] = weight[i] + w;
            sum[i + 1] = sum[i] + w * v;
            square[i + 1] = square[i] + w * v * v;
        }
    }

    int bins() {
        return weight.length - 1;
    }

    /** Returns the cost of a segment from bin {@code from} to before {@code to}. */
    double cost(int from, int to) {
        double w = weight[to] - weight[from];
        if (w <= 0) {
            return 0;
        }
        double s = sum[to] - sum[from];
        return Math.max(0, square[to] - square[from] - s * s / w);
    }

    /**
     * Returns the first bins of all segments but the first, ascending.
     *
     * @param penalty cost of a change point, at least 0
     */
    List<Integer> changes(double penalty) {
        int n = bins();
        double[] best = new double[n + 1];
        int[] before = new int[n + 1];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        best[0] = -penalty;
        int[] candidates = new int[n + 1];
        // A start that is worse than the best at an end is worse at all ends that are a shortest segment later.
        int[] droppedFrom = new int[n + 1];
        double[] reached = new double[n + 1];
        int count = 0;
        for (int end = SHORTEST; end <= n; end++) {
            int latest = end - SHORTEST;
            if (latest == 0 || latest >= SHORTEST) {
                droppedFrom[latest] = Integer.MAX_VALUE;
                candidates[count++] = latest;
            }
            int kept = 0;
            for (int k = 0; k < count; k++) {
                if (droppedFrom[candidates[k]] > end) {
                    candidates[kept++] = candidates[k];
                }
            }
            count = kept;
            for (int k = 0; k < count; k++) {
                int start = candidates[k];
                reached[k] = best[start] + cost(start, end);
                if (reached[k] + penalty < best[end]) {
                    best[end] = reached[k] + penalty;
                    before[end] = start;
                }
            }
            for (int k = 0; k < count; k++) {
                if (reached[k] > best[end]) {
                    droppedFrom[candidates[k]] = Math.min(droppedFrom[candidates[k]], end + SHORTEST);
                }
            }
        }
        List<Integer> changes = new ArrayList<>();
        for (int end = n; end > 0; end = before[end]) {
            if (before[end] > 0) {
                changes.add(0, before[end]);
            }
        }
        return changes;
    }

    /** Returns the cost that a segmentation saves over a single level, less a penalty per change point. */
    double gain(List<Integer> changes, double penalty) {
        double gain = cost(0, bins()) - penalty * changes.size();
        int from = 0;
        for (int i = 0; i <= changes.size(); i++) {
            int to = i < changes.size() ? changes.get(i) : bins();
            gain -= cost(from, to);
            from = to;
        }
        return gain;
    }
}
