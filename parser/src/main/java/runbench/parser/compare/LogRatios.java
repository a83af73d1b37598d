package runbench.parser.compare;

import java.util.Arrays;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.inference.MannWhitneyUTest;
import org.hipparchus.stat.inference.WilcoxonSignedRankTest;
import runbench.base.stats.Statistics;

/**
 * What the values of both sides say, on logarithms: a ratio and its inverse then count alike.
 *
 * @param interval of B/A
 * @param p two-sided; null where there are too few runs
 * @param spread standard deviation that the interval comes from, of the logarithms; 0 where all are alike
 * @param freedom degrees of freedom of it
 */
record LogRatios(RatioInterval interval, Double p, double spread, int freedom) {
    private static final int FEWEST_UNPAIRED = 4;
    /** Beyond, counting all rank sums takes long, and their limits are as good. */
    private static final int MOST_EXACT = 60;

    /** Student's interval of the mean log ratio, and Wilcoxon's exact signed rank test. */
    static LogRatios paired(double[] a, double[] b, double confidence) {
        double[] d = new double[a.length];
        Arrays.setAll(d, i -> Math.log(b[i] / a[i]));
        double mean = StatUtils.mean(d);
        if (d.length < 2) {
            return new LogRatios(RatioInterval.without(mean), null, 0, 0);
        }
        double spread = Statistics.deviation(d);
        double half = Statistics.studentFactor(confidence, d.length - 1) * spread / Math.sqrt(d.length);
        return new LogRatios(RatioInterval.ofLogs(mean, mean - half, mean + half), signedRank(d), spread, d.length - 1);
    }

    /** The estimate of Hodges and Lehmann with the interval that belongs to the test of Mann and Whitney. */
    static LogRatios unpaired(double[] a, double[] b, double confidence) {
        double[] x = Arrays.stream(a).map(Math::log).toArray();
        double[] y = Arrays.stream(b).map(Math::log).toArray();
        double[] all = new double[x.length * y.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = y[i / x.length] - x[i % x.length];
        }
        Arrays.sort(all);
        double middle = Statistics.medianOfSorted(all);
        if (Math.min(x.length, y.length) < FEWEST_UNPAIRED) {
            return new LogRatios(RatioInterval.without(middle), null, 0, 0);
        }
        int freedom = x.length + y.length - 2;
        double pooled = ((x.length - 1) * StatUtils.variance(x) + (y.length - 1) * StatUtils.variance(y)) / freedom;
        double spread = Math.sqrt(2 * pooled); // as that of the difference of two runs
        if (x.length + y.length > MOST_EXACT) {
            double half = Statistics.studentFactor(confidence, freedom)
                    * Math.sqrt(pooled * (1.0 / x.length + 1.0 / y.length));
            return new LogRatios(RatioInterval.ofLogs(middle, middle - half, middle + half),
                    new MannWhitneyUTest().mannWhitneyUTest(x, y), spread, freedom);
        }
        int outside = RankSums.outside(x.length, y.length, confidence);
        return new LogRatios(RatioInterval.ofLogs(middle, all[outside], all[all.length - 1 - outside]),
                RankSums.rankSum(x, y), spread, freedom);
    }

    private static double signedRank(double[] d) {
        return d.length <= MOST_EXACT ? RankSums.signedRank(d)
                : new WilcoxonSignedRankTest().wilcoxonSignedRankTest(d, new double[d.length], false);
    }
}
