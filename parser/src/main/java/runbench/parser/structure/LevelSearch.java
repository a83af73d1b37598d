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
        Candidates candidates = new Candidates();
        for (int end = SHORTEST; end <= n; end++) {
            int latest = end - SHORTEST;
            if (latest == 0 || latest >= SHORTEST) {
                candidates.add(latest, best[latest]);
            }
            int found = candidates.cheapest(end, penalty);
            best[end] = candidates.reached[found] + penalty;
            before[end] = candidates.start[found];
            candidates.drop(best[end], end);
        }
        List<Integer> changes = new ArrayList<>();
        for (int end = n; end > 0; end = before[end]) {
            if (before[end] > 0) {
                changes.add(0, before[end]);
            }
        }
        return changes;
    }

    /**
     * The possible starts of the last segment, with the sums before them. The loops over them take nearly all the time
     * of the search; over arrays of their own, without a branch, the compiler turns them into vector instructions. A
     * call covers only a chunk of the candidates, because the compiler counts calls: a method of few calls with long
     * loops remains slow for most of the search.
     */
    private final class Candidates {
        private static final int CHUNK = 128;

        int[] start = new int[64];
        /** Cost of the best segmentation up to the end, if the last segment begins at the candidate. */
        double[] reached = new double[64];
        private double[] best = new double[64];
        private double[] weightBefore = new double[64];
        private double[] sumBefore = new double[64];
        private double[] squareBefore = new double[64];
        /** End from which a start is dropped: see {@link #drop}. */
        private int[] droppedFrom = new int[64];
        /** The smallest of {@link #droppedFrom}. In a part with one level nothing is dropped at nearly all ends. */
        private int nextDrop = Integer.MAX_VALUE;
        private int count;

        void add(int at, double bestBefore) {
            if (count == start.length) {
                int size = 2 * count;
                start = Arrays.copyOf(start, size);
                reached = Arrays.copyOf(reached, size);
                best = Arrays.copyOf(best, size);
                weightBefore = Arrays.copyOf(weightBefore, size);
                sumBefore = Arrays.copyOf(sumBefore, size);
                squareBefore = Arrays.copyOf(squareBefore, size);
                droppedFrom = Arrays.copyOf(droppedFrom, size);
            }
            start[count] = at;
            best[count] = bestBefore;
            weightBefore[count] = weight[at];
            sumBefore[count] = sum[at];
            squareBefore[count] = square[at];
            droppedFrom[count++] = Integer.MAX_VALUE;
        }

        /** Computes all costs up to an end. Returns the first candidate with the smallest cost and penalty. */
        int cheapest(int end, double penalty) {
            // Weights are not negative: the latest start has the smallest one, and its segment may be a gap.
            boolean gap = weight[end] - weightBefore[count - 1] <= 0;
            int found = 0;
            for (int from = 0; from < count; from += CHUNK) {
                int to = Math.min(count, from + CHUNK);
                if (gap) {
                    for (int k = from; k < to; k++) {
                        reached[k] = best[k] + cost(start[k], end);
                    }
                } else {
                    costs(from, to, weight[end], sum[end], square[end]);
                }
                found = cheapest(from, to, penalty, found);
            }
            return found;
        }

        /** Returns the first candidate of a chunk that is cheaper than a candidate before it, or that one. */
        private int cheapest(int from, int to, double penalty, int before) {
            int found = before;
            double least = reached[before] + penalty;
            for (int k = from; k < to; k++) {
                double with = reached[k] + penalty;
                if (with < least) {
                    least = with;
                    found = k;
                }
            }
            return found;
        }

        /** Computes the costs of a chunk as {@link LevelSearch#cost} does, of segments that are no gaps. */
        private void costs(int from, int end, double weightTo, double sumTo, double squareTo) {
            double[] to = reached;
            double[] costBefore = best;
            double[] weights = weightBefore;
            double[] sums = sumBefore;
            double[] squares = squareBefore;
            for (int k = from; k < end; k++) {
                double s = sumTo - sums[k];
                to[k] = costBefore[k] + Math.max(0, squareTo - squares[k] - s * s / (weightTo - weights[k]));
            }
        }

        /**
         * Drops the starts whose time has come, and marks those that are worse than the best at an end: they are worse
         * at all ends that are a shortest segment later.
         */
        void drop(double bestAtEnd, int end) {
            for (int from = 0; from < count; from += CHUNK) {
                mark(from, Math.min(count, from + CHUNK), bestAtEnd, end + SHORTEST);
            }
            if (nextDrop > end + 1) {
                return;
            }
            nextDrop = Integer.MAX_VALUE;
            int kept = 0;
            for (int k = 0; k < count; k++) {
                if (droppedFrom[k] > end + 1) {
                    if (kept < k) {
                        start[kept] = start[k];
                        best[kept] = best[k];
                        weightBefore[kept] = weightBefore[k];
                        sumBefore[kept] = sumBefore[k];
                        squareBefore[kept] = squareBefore[k];
                        droppedFrom[kept] = droppedFrom[k];
                    }
                    nextDrop = Math.min(nextDrop, droppedFrom[kept++]);
                }
            }
            count = kept;
        }

        private void mark(int from, int to, double bestAtEnd, int drop) {
            for (int k = from; k < to; k++) {
                if (reached[k] > bestAtEnd) {
                    droppedFrom[k] = Math.min(droppedFrom[k], drop);
                    nextDrop = Math.min(nextDrop, drop);
                }
            }
        }
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
