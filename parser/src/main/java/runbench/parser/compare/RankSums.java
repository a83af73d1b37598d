package runbench.parser.compare;

import java.util.Arrays;
import org.hipparchus.stat.ranking.NaNStrategy;
import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.stat.ranking.TiesStrategy;

/**
 * Exact distributions of sums of ranks, ties included: computed by dynamic programming over doubled mid-ranks. The
 * library's exact tests enumerate all 2^n signs and do not support ties.
 */
final class RankSums {
    private RankSums() {
    }

    /**
     * Returns the two-sided p of Wilcoxon's signed rank test. Differences of 0 carry no information and are left out.
     */
    static double signedRank(double[] differences) {
        double[] d = Arrays.stream(differences).filter(x -> x != 0).toArray();
        if (d.length == 0) {
            return 1;
        }
        int[] ranks = doubledRanks(Arrays.stream(d).map(Math::abs).toArray());
        int positive = 0;
        for (int i = 0; i < d.length; i++) {
            positive += d[i] > 0 ? ranks[i] : 0;
        }
        double[] ways = {1};
        for (int rank : ranks) {
            ways = joined(ways, ways, rank, 0.5);
        }
        return twoSided(ways, positive);
    }

    /** Returns the two-sided p of the Mann-Whitney rank sum test. */
    static double rankSum(double[] a, double[] b) {
        int[] ranks = doubledRanks(concat(a, b));
        int ofA = 0;
        for (int i = 0; i < a.length; i++) {
            ofA += ranks[i];
        }
        return twoSided(ofSize(ranks, a.length), ofA);
    }

    /**
     * Returns the number of ordered differences that can be dropped on each side while the rest covers their median
     * with at least the confidence; -1 if even all of them do not.
     */
    static int outside(int n, int m, double confidence) {
        int[] untied = new int[n + m];
        Arrays.setAll(untied, i -> 2 * (i + 1));
        double[] ways = ofSize(untied, n);
        double all = Arrays.stream(ways).sum();
        int lowest = n * (n + 1);
        double below = 0;
        int k = 0;
        while (true) {
            below += ways[lowest + 2 * k] / all;
            if (2 * below > 1 - confidence) {
                return k - 1;
            }
            k++;
        }
    }

    /** Returns the number of ways to choose {@code count} ranks, by their sum. */
    private static double[] ofSize(int[] ranks, int chosen) {
        int most = Arrays.stream(ranks).sum();
        double[][] ways = new double[chosen + 1][most + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            for (int k = chosen; k > 0; k--) {
                for (int sum = most; sum >= rank; sum--) {
                    ways[k][sum] += ways[k - 1][sum - rank];
                }
            }
        }
        return ways[chosen];
    }

    private static double[] joined(double[] without, double[] with, int shift, double weight) {
        double[] sum = new double[without.length + shift];
        for (int i = 0; i < without.length; i++) {
            sum[i] += weight * without[i];
            sum[i + shift] += weight * with[i];
        }
        return sum;
    }

    private static double twoSided(double[] ways, int seen) {
        double all = Arrays.stream(ways).sum();
        double below = Arrays.stream(ways, 0, seen + 1).sum() / all;
        double above = Arrays.stream(ways, seen, ways.length).sum() / all;
        return Math.min(1, 2 * Math.min(below, above));
    }

    private static int[] doubledRanks(double[] values) {
        return Arrays.stream(new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE).rank(values))
                .mapToInt(r -> (int) Math.round(2 * r))
                .toArray();
    }

    private static double[] concat(double[] a, double[] b) {
        double[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }
}
