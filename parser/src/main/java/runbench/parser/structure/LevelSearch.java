package runbench.parser.structure;

import java.util.ArrayList;
import java.util.List;

/**
 * The best segmentation of a weighted series into constant levels, by functional pruning (FPOP): Maidstone, Hocking,
 * Rigaill, Fearnhead, "On Optimal Multiple Changepoint Algorithms for Large Data", Statistics and Computing 27 (2017).
 * The cost of a segment is its weighted sum of squares about the mean. The time grows hardly faster than the series,
 * also if it has no changes.
 */
final class LevelSearch {
    /** Minimum length of a segment, bins. */
    static final int SHORTEST = 2;
    /**
     * Relative difference of costs up to which the earlier start keeps its levels: of equal segmentations the first is
     * the result, and rounding must not decide.
     */
    private static final double TOLERANCE = 1e-9;

    private final double[] weight;
    private final double[] sum;
    private final double[] square;
    /** Bounds of the levels. No mean is outside of the values. */
    private final double lowest;
    private final double highest;

    /**
     * @param values one value per bin, in standard deviations of the noise; NaN is a gap
     * @param weights one weight per bin, 0..1
     */
    LevelSearch(double[] values, double[] weights) {
        int n = values.length;
        weight = new double[n + 1];
        sum = new double[n + 1];
        square = new double[n + 1];
        double low = 0;
        double high = 0;
        for (int i = 0; i < n; i++) {
            double w = Double.isFinite(values[i]) ? weights[i] : 0;
            double v = w > 0 ? values[i] : 0;
            low = Math.min(low, v);
            high = Math.max(high, v);
            weight[i + 1] = weight[i] + w;
            sum[i + 1] = sum[i] + w * v;
            square[i + 1] = square[i] + w * v * v;
        }
        lowest = low - 1;
        highest = high + 1;
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
        best[0] = -penalty;
        Starts starts = new Starts(best);
        for (int end = SHORTEST; end <= n; end++) {
            if (end >= 2 * SHORTEST) { // a start is possible from the end of its shortest segment on
                starts.add(end - SHORTEST);
            }
            int start = starts.cheapest(end, penalty);
            best[end] = best[start] + cost(start, end) + penalty;
            before[end] = start;
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
     * The possible starts of the last segment. Each has the lowest cost so far for the levels of one or several
     * intervals; later bins cost the same for all starts, so it keeps them until another start is cheaper there. A
     * start without an interval is never the best again.
     */
    private final class Starts {
        private final double[] best;
        private Intervals intervals = new Intervals();
        /** The memory of the next intervals. */
        private Intervals next = new Intervals();

        /** @param best cost of the best segmentation before each start */
        Starts(double[] best) {
            this.best = best;
            intervals.put(0, lowest, highest);
        }

        /** Adds a start. It gets the levels for which a segment from an earlier start has cost more than a new one. */
        void add(int start) {
            next.clear(3 * intervals.count);
            double tolerance = TOLERANCE * (1 + Math.abs(best[start]));
            double bottom = lowest;
            for (int i = 0; i < intervals.count; i++) {
                int other = intervals.starts[i];
                double top = intervals.tops[i];
                // The cost of the other start, less that of the new one: w level^2 - 2 s level + c
                double w = weight[start] - weight[other];
                double s = sum[start] - sum[other];
                double c = square[start] - square[other] + best[other] - best[start] - tolerance;
                double from = top;
                double to = top;
                if ((w * bottom - 2 * s) * bottom + c <= 0 && (w * top - 2 * s) * top + c <= 0) {
                    from = bottom; // it is convex: at no level between both is the new start cheaper
                } else if (w > 0 && s * s >= w * c) {
                    double root = Math.sqrt(s * s - w * c);
                    from = Math.max(bottom, Math.min(top, (s - root) / w));
                    to = Math.max(bottom, Math.min(top, (s + root) / w));
                }
                next.put(start, bottom, from);
                next.put(other, from, to);
                next.put(start, to, top);
                bottom = top;
            }
            Intervals spare = intervals;
            intervals = next;
            next = spare;
        }

        /** Returns the first start from which the best segmentation up to an end has the lowest cost. */
        int cheapest(int end, double penalty) {
            int found = intervals.starts[0];
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < intervals.count; i++) {
                int start = intervals.starts[i];
                double with = best[start] + cost(start, end) + penalty;
                if (with < least || with == least && start < found) {
                    least = with;
                    found = start;
                }
            }
            return found;
        }
    }

    /** Adjacent intervals of levels, ascending, each with a start. */
    private static final class Intervals {
        private int[] starts = new int[64];
        private double[] tops = new double[64];
        private int count;

        /** Removes all intervals and makes room for {@code most}. */
        void clear(int most) {
            if (most > starts.length) {
                starts = new int[2 * most];
                tops = new double[2 * most];
            }
            count = 0;
        }

        /** Adds an interval behind the others; joins it to one with the same start. An empty one is ignored. */
        void put(int start, double bottom, double top) {
            if (bottom >= top) {
                return;
            }
            if (count == 0 || starts[count - 1] != start) {
                starts[count++] = start;
            }
            tops[count - 1] = top;
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
