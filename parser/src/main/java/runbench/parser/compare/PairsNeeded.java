package runbench.parser.compare;

import org.hipparchus.distribution.continuous.ChiSquaredDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.base.stats.Statistics;

/**
 * How many pairs end in a verdict. An interval of which half is no wider than half the margin decides whatever the
 * ratio is: one nearer to 1 than half the margin lies within the margin, and one further away leaves out 1. Then a
 * difference as large as the margin is found in 95 of 100 comparisons, too.
 */
public final class PairsNeeded {
    /** The spread seen is uncertain itself: what it is with this confidence at most is reckoned with. */
    private static final double SPREAD_CONFIDENCE = 0.9;
    /** Nobody runs so many: the margin is too narrow for this machine. */
    public static final int MAX_PAIRS = 100_000;

    private PairsNeeded() {
    }

    /**
     * @param spread standard deviation of the log ratio of a pair, as estimated
     * @param freedom of the estimate; at least 1
     * @return in all; {@link #MAX_PAIRS} for that or more
     */
    public static int forMargin(double spread, int freedom, double margin, double confidence) {
        double likely = spread * Math
                .sqrt(freedom / new ChiSquaredDistribution(freedom).inverseCumulativeProbability(1 - SPREAD_CONFIDENCE));
        double half = Math.log1p(margin) / 2;
        double spreads = likely / half;
        // Student's quantile is above the normal one: there are fewer pairs than this in no case, and few more.
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
     * The fewest pairs with which a signed rank test can say p &lt; {@code level} at all, for one of so many quantities
     * after Holm.
     */
    public static int forRanks(int quantities, double level) {
        int n = 1;
        while (quantities * Math.pow(2, 1 - n) >= level) {
            n++;
        }
        return n;
    }
}
