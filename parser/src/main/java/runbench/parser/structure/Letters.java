package runbench.parser.structure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import runbench.parser.structure.SegmentSearch.Interval;

/**
 * Classes of segments with the same rates. Two segments of one class differ in no column by more than
 * {@link #MAX_FACTOR}, unless the difference is not significant: complete linkage on the largest significant ratio. A
 * class with less than {@link Structure#MIN_VISIBLE_SHARE} of the run may join another up to {@link #RELAXED_FACTOR},
 * and so may any class if there are many.
 */
final class Letters {
    /** Maximum factor between the mean rates of two segments of one class. */
    static final double MAX_FACTOR = 1.5;
    /**
     * The same if one of the classes is too short to be visible, or if there are more than {@link #MANY_CLASSES}. It is
     * below 2, so that such a factor is never hidden.
     */
    private static final double RELAXED_FACTOR = 1.95;
    /** Number of classes above which a person hardly tells them apart. */
    private static final int MANY_CLASSES = 10;
    /** Standard errors of a 99 % interval. */
    private static final double QUANTILE = 2.576;

    private Letters() {
    }

    /**
     * Returns the class of each segment. Classes with a visible share of the run are numbered first, each kind in the
     * order of first appearance: a reader sees A, B and C, not C, H and AF.
     */
    static int[] of(List<RateColumn> columns, SegmentSearch.Found found) {
        return of(columns, found, MAX_FACTOR, RELAXED_FACTOR);
    }

    /** @param maxFactor maximum factor between significantly different rates of one class */
    static int[] of(List<RateColumn> columns, SegmentSearch.Found found, double maxFactor) {
        return of(columns, found, maxFactor, maxFactor);
    }

    private static int[] of(List<RateColumn> columns, SegmentSearch.Found found, double maxFactor,
            double relaxedFactor) {
        int n = found.segments().size();
        double[][] distance = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                distance[a][b] = distance(columns, found, a, b);
                distance[b][a] = distance[a][b];
            }
        }
        double[] length = found.segments().stream().mapToDouble(Interval::length).toArray();
        Linkage linkage = new Linkage(distance, length);
        double visible = Structure.MIN_VISIBLE_SHARE * Arrays.stream(length).sum();
        linkage.merge(Math.log(maxFactor), Double.POSITIVE_INFINITY, 1);
        linkage.merge(Math.log(relaxedFactor), visible, 1);
        linkage.merge(Math.log(relaxedFactor), Double.POSITIVE_INFINITY, MANY_CLASSES);
        return numbered(linkage, visible);
    }

    /** Complete linkage: the distance of two classes is the largest one between their members. */
    private static final class Linkage {
        private final double[][] distance;
        /** Length of each class, at its number in {@link #group}. */
        private final double[] length;
        private final int[] group;
        private final boolean[] alive;
        private final int[] nearest;
        private int count;

        /** @param length length of each segment */
        Linkage(double[][] distance, double[] length) {
            this.distance = distance;
            this.length = length;
            group = new int[length.length];
            Arrays.setAll(group, i -> i);
            alive = new boolean[length.length];
            Arrays.fill(alive, true);
            nearest = new int[length.length];
            count = length.length;
        }

        /**
         * Merges the two nearest classes until none are near enough.
         *
         * @param maxDistance largest distance of classes that are merged
         * @param maxLength length below which the shorter one must be
         * @param enough number of classes at which merging ends
         */
        void merge(double maxDistance, double maxLength, int enough) {
            for (int i = 0; i < nearest.length; i++) {
                findNearest(i, maxLength);
            }
            while (count > enough) {
                int a = -1;
                for (int i = 0; i < nearest.length; i++) {
                    if (alive[i] && nearest[i] >= 0 && (a < 0 || distance[i][nearest[i]] < distance[a][nearest[a]])) {
                        a = i;
                    }
                }
                if (a < 0 || distance[a][nearest[a]] > maxDistance) {
                    return;
                }
                join(nearest[a], a, maxLength);
            }
        }

        private void join(int kept, int other, double maxLength) {
            alive[other] = false;
            count--;
            length[kept] += length[other];
            for (int i = 0; i < group.length; i++) {
                group[i] = group[i] == other ? kept : group[i];
                distance[kept][i] = Math.max(distance[kept][i], distance[other][i]);
                distance[i][kept] = distance[kept][i];
            }
            for (int i = kept; i < group.length; i++) {
                if (i == kept || nearest[i] == kept || nearest[i] == other) {
                    findNearest(i, maxLength);
                }
            }
        }

        /** Finds the nearest class of those before a class. */
        private void findNearest(int i, double maxLength) {
            nearest[i] = -1;
            for (int j = 0; alive[i] && j < i; j++) {
                if (alive[j] && Math.min(length[i], length[j]) < maxLength
                        && (nearest[i] < 0 || distance[i][j] < distance[i][nearest[i]])) {
                    nearest[i] = j;
                }
            }
        }
    }

    private static double distance(List<RateColumn> columns, SegmentSearch.Found found, int a, int b) {
        double largest = 0;
        Interval x = found.segments().get(a);
        Interval y = found.segments().get(b);
        for (int c = 0; c < columns.size(); c++) {
            RateColumn column = columns.get(c);
            if (!column.measures(x) || !column.measures(y)) {
                continue;
            }
            double factor = Math.abs(logRate(column, x) - logRate(column, y));
            double binsOfX = Math.max(1e-9, (double) x.length() / column.grain());
            double binsOfY = Math.max(1e-9, (double) y.length() / column.grain());
            double overdispersed = factor * factor
                    / (found.variances()[a][c] / binsOfX + found.variances()[b][c] / binsOfY + 1e-12);
            double poisson = deviance(column, x, y);
            boolean significant = 1 / (1 / overdispersed + 1 / poisson) > QUANTILE * QUANTILE;
            largest = significant ? Math.max(largest, factor) : largest;
        }
        return largest;
    }

    /** Returns the logarithm of the rate without the bins at both ends, which may hold an edge. */
    static double logRate(RateColumn column, Interval of) {
        Interval inner = inner(column.bins(), of);
        return column.logRate(inner.from(), inner.to());
    }

    /**
     * Returns a segment without the bins at its ends, which may hold an edge.
     *
     * @param bins number of bins of the run
     */
    static Interval inner(int bins, Interval of) {
        int margin = of.length() > 12 ? 2 : of.length() > 4 ? 1 : 0;
        int from = of.from() > 0 ? of.from() + margin : of.from();
        int to = of.to() < bins ? of.to() - margin : of.to();
        return new Interval(from, to);
    }

    private static double deviance(RateColumn column, Interval x, Interval y) {
        double countOfX = column.count(x.from(), x.to());
        double countOfY = column.count(y.from(), y.to());
        double lengthOfX = column.length(x.from(), x.to());
        double lengthOfY = column.length(y.from(), y.to());
        double together = (countOfX + countOfY) / (lengthOfX + lengthOfY);
        return 2 * (term(countOfX, lengthOfX * together) + term(countOfY, lengthOfY * together));
    }

    private static double term(double count, double expected) {
        return count > 0 && expected > 0 ? count * Math.log(count / expected) : 0;
    }

    private static int[] numbered(Linkage linkage, double visible) {
        List<Integer> order = Arrays.stream(linkage.group)
                .distinct()
                .boxed()
                .sorted(Comparator.comparing(group -> linkage.length[group] < visible))
                .toList();
        return Arrays.stream(linkage.group).map(order::indexOf).toArray();
    }
}
