package runbench.parser.structure;

import java.util.Arrays;
import java.util.List;
import runbench.parser.structure.SegmentSearch.Interval;

/**
 * Classes of segments with the same rates. Two segments of one class differ in no column by more than
 * {@link #MAX_FACTOR}, unless the difference is not significant: complete linkage on the largest significant ratio.
 */
final class Letters {
    /** Maximum factor between the mean rates of two segments of one class. */
    static final double MAX_FACTOR = 1.5;
    /** Standard errors of a 99 % interval. */
    private static final double QUANTILE = 2.576;

    private Letters() {
    }

    /** Returns the class of each segment; classes are numbered in the order of first appearance. */
    static int[] of(List<RateColumn> columns, SegmentSearch.Found found) {
        return of(columns, found, MAX_FACTOR);
    }

    /** @param maxFactor maximum factor between significantly different rates of one class */
    static int[] of(List<RateColumn> columns, SegmentSearch.Found found, double maxFactor) {
        int n = found.segments().size();
        double[][] distance = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                distance[a][b] = distance(columns, found, a, b);
                distance[b][a] = distance[a][b];
            }
        }
        int[] group = new int[n];
        Arrays.setAll(group, i -> i);
        boolean[] alive = new boolean[n];
        Arrays.fill(alive, true);
        while (true) {
            int a = -1;
            int b = -1;
            for (int i = 0; i < n; i++) {
                for (int j = 0; alive[i] && j < i; j++) {
                    if (alive[j] && (a < 0 || distance[i][j] < distance[a][b])) {
                        a = i;
                        b = j;
                    }
                }
            }
            if (a < 0 || distance[a][b] > Math.log(maxFactor)) {
                return inOrderOfAppearance(group);
            }
            alive[a] = false;
            for (int i = 0; i < n; i++) {
                group[i] = group[i] == a ? b : group[i];
                distance[b][i] = Math.max(distance[b][i], distance[a][i]);
                distance[i][b] = distance[b][i];
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

    private static int[] inOrderOfAppearance(int[] groups) {
        int[] order = new int[groups.length];
        int[] out = new int[groups.length];
        Arrays.fill(order, -1);
        int next = 0;
        for (int s = 0; s < groups.length; s++) {
            if (order[groups[s]] < 0) {
                order[groups[s]] = next++;
            }
            out[s] = order[groups[s]];
        }
        return out;
    }
}
