package runbench.schedule.profile.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Where the parts of a run begin and end, in bins. */
final class PartEdges {
    private PartEdges() {
    }

    /** Parts that are as equal as bins allow. */
    static int[] equal(int bins, int parts) {
        int count = Math.max(1, Math.min(bins, parts));
        return IntStream.rangeClosed(0, count).map(p -> (int) ((long) bins * p / count)).toArray();
    }

    /** From the first bin to the last, with those of the inner edges that lie apart. */
    static int[] at(int bins, List<Integer> inner) {
        return IntStream.concat(IntStream.of(0, bins), inner.stream().mapToInt(e -> e))
                .filter(e -> e >= 0 && e <= bins)
                .sorted()
                .distinct()
                .toArray();
    }

    /** Each part that is empty joins the one before it, the first the one behind it. @param empty of each part */
    static int[] joined(int[] edges, boolean[] empty) {
        List<Integer> kept = new ArrayList<>();
        kept.add(edges[0]);
        for (int p = 0; p < empty.length; p++) {
            boolean first = kept.size() == 1;
            boolean last = p == empty.length - 1;
            if (!empty[p] || last && first) {
                kept.add(edges[p + 1]);
            } else if (!first) {
                kept.set(kept.size() - 1, edges[p + 1]);
            }
        }
        kept.set(kept.size() - 1, edges[edges.length - 1]);
        return kept.stream().mapToInt(e -> e).toArray();
    }

    /**
     * Neighbours are joined until no more parts are left than wanted, each time the two that differ least by Ward's
     * measure (1963).
     *
     * @param weight length of each part
     * @param value mean of each part
     */
    static int[] fewer(int[] edges, double[] weight, double[] value, int most) {
        List<double[]> parts = new ArrayList<>();
        for (int p = 0; p < weight.length; p++) {
            parts.add(new double[]{edges[p], weight[p], value[p]});
        }
        while (parts.size() > Math.max(1, most)) {
            int best = IntStream.range(0, parts.size() - 1)
                    .boxed()
                    .min(Comparator.comparingDouble(i -> apart(parts.get(i), parts.get(i + 1))))
                    .orElseThrow();
            double[] a = parts.get(best);
            double[] b = parts.remove(best + 1);
            double all = a[1] + b[1];
            parts.set(best, new double[]{a[0], all, all > 0 ? (a[1] * a[2] + b[1] * b[2]) / all : 0});
        }
        return IntStream.concat(parts.stream().mapToInt(p -> (int) p[0]), IntStream.of(edges[edges.length - 1]))
                .toArray();
    }

    private static double apart(double[] a, double[] b) {
        double all = a[1] + b[1];
        return all > 0 ? a[1] * b[1] / all * (a[2] - b[2]) * (a[2] - b[2]) : 0;
    }

    /** Joins empty parts until none is left. */
    static int[] withoutEmpty(int[] edges, Function<int[], boolean[]> empty) {
        int[] now = edges;
        for (boolean[] e = empty.apply(now); now.length > 2
                && IntStream.range(0, e.length).anyMatch(indexTrue(e)); e = empty.apply(now)) {
            now = joined(now, e);
        }
        return now;
    }

    private static IntPredicate indexTrue(boolean[] flags) {
        return p -> flags[p];
    }
}
