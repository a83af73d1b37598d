package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The segmentation of least cost, by PELT: Killick, Fearnhead, Eckley, "Optimal Detection of Changepoints With a Linear
 * Computational Cost", JASA 107 (2012). The algorithm is optimal partitioning without the starts that can no longer be
 * the last one.
 *
 * @param starts first bins of the segments, ascending; the first is 0
 * @param cost sum of the costs of all segments, without penalties
 */
record PrunedSegmentation(int[] starts, double cost) {

    /**
     * Returns the segmentation that minimizes the costs of its segments plus a penalty per change point.
     *
     * @param penalty cost of a change point, at least 0
     */
    static PrunedSegmentation of(SegmentCost cost, double penalty) {
        int n = cost.bins();
        int shortest = SegmentCost.MIN_SEGMENT_BINS;
        double[] best = new double[n + 1];
        int[] before = new int[n + 1];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        best[0] = -penalty;
        int[] candidates = new int[n + 1];
        // Pruning a start at an end supposes a segment from that end to a later end, which has the minimum length at
        // least. For ends before that the start remains a candidate.
        int[] droppedFrom = new int[n + 1];
        double[] reached = new double[n + 1];
        int count = 0;
        for (int end = shortest; end <= n; end++) {
            int latest = end - shortest;
            if (latest == 0 || latest >= shortest) {
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
                reached[k] = best[start] + cost.ofSegment(start, end);
                if (reached[k] + penalty < best[end]) {
                    best[end] = reached[k] + penalty;
                    before[end] = start;
                }
            }
            double limit = best[end] + cost.slack();
            for (int k = 0; k < count; k++) {
                if (reached[k] > limit) {
                    droppedFrom[candidates[k]] = Math.min(droppedFrom[candidates[k]], end + shortest);
                }
            }
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

    /**
     * Returns this segmentation without the change points of negative gain. It removes the weakest change point first.
     * The search itself accepts weaker change points: those that it does not find count as noise in the next estimate
     * of the noise's memory.
     */
    PrunedSegmentation worthwhile(SegmentCost of) {
        List<Integer> kept = new ArrayList<>(Arrays.stream(starts).boxed().toList());
        while (kept.size() > 1) {
            int weakest = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int s = 1; s < kept.size(); s++) {
                int end = s + 1 < kept.size() ? kept.get(s + 1) : of.bins();
                double worth = of.gain(kept.get(s - 1), kept.get(s), end);
                if (worth < least) {
                    least = worth;
                    weakest = s;
                }
            }
            if (least >= 0) {
                break;
            }
            kept.remove(weakest);
        }
        double sum = 0;
        for (int s = 0; s < kept.size(); s++) {
            sum += of.ofSegment(kept.get(s), s + 1 < kept.size() ? kept.get(s + 1) : of.bins());
        }
        return new PrunedSegmentation(kept.stream().mapToInt(s -> s).toArray(), sum);
    }

    int segments() {
        return starts.length;
    }
}
