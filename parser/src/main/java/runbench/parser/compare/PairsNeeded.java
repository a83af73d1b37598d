package runbench.parser.compare;

import org.hipparchus.distribution.continuous.ChiSquaredDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.base.stats.Statistics;

/**
 * The number of pairs that is sufficient for a verdict. An interval whose half-width is at most half the margin decides
 * for every ratio. A ratio nearer to 1 than half the margin has its interval within the margin; the interval of any
 * other ratio excludes 1. A difference as large as the margin is then found in 95 of 100 comparisons.
 */
public final class PairsNeeded {
    /** The observed spread is uncertain; the computation uses its upper bound with this confidence. */
    private static final double SPREAD_CONFIDENCE = 0.9;
    /** Maximum result, pairs. More pairs are not practical: the machine is too noisy for the margin. */
    public static final int MAX_PAIRS = 1000;

    private PairsNeeded() {
    }

    /**
     * Returns the number of pairs for a margin.
     *
     * @param spread estimated standard deviation of the log ratio of a pair
     * @param freedom degrees of freedom of the estimate; at least 1
     * @return total number of pairs, at most {@link #MAX_PAIRS}
     */
    public static int forMargin(double spread, int freedom, double margin, double confidence) {
        double likely = spread * Math.sqrt(
                freedom / new ChiSquaredDistribution(freedom).inverseCumulativeProbability(1 - SPREAD_CONFIDENCE));
        double half = Math.log1p(margin) / 2;
        double spreads = likely / half;
        // Student's quantile exceeds the normal one, so this is a lower bound, and a close one.
        double least = Math.pow(new NormalDistribution().inverseCumulativeProbability(0.5 + confidence / 2) * spreads,
                2);
        for (int n = (int) Math.max(2, Math.min(MAX_PAIRS, least)); n < MAX_PAIRS; n++) {
            if (Statistics.studentFactor(confidence, n - 1) * spreads <= Math.sqrt(n)) {
                return n;
            }
        }
        return MAX_PAIRS;
    }

    /**
     * Returns the minimum number of pairs with which a signed rank test can give p &lt; {@code level} for one of
     * {@code quantities} after Holm's correction.
     */
    public static int forRanks(int quantities, double level) {
        int n = 1;
        while (quantities * Math.pow(2, 1 - n) >= level) {
            n++;
        }
        return n;
    }
}
