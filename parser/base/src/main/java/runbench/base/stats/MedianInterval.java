package runbench.base.stats;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/**
 * The median of independent values, and a confidence interval of the median of their distribution. The interval needs
 * no assumption about the distribution. Its bounds are two of the values: David, Nagaraja, Order Statistics, 2003,
 * section 7.1.
 *
 * @param median the median of the values
 * @param interval the narrowest symmetric pair of order statistics with at least 95 % confidence; the minimum and the
 *     maximum if the values are too few for 95 %
 * @param confidence the probability that the interval contains the median, 0..1
 */
public record MedianInterval(double median, Interval interval, double confidence) {
    private static final double MIN_CONFIDENCE = 0.95;

    /**
     * Returns the median of values in any order and its confidence interval.
     *
     * @param values at least one
     */
    public static MedianInterval of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        BinomialDistribution below = new BinomialDistribution(n, 0.5);
        int from = 0;
        while (2 * (from + 1) < n && 1 - 2 * below.cumulativeProbability(from + 1) >= MIN_CONFIDENCE) {
            from++;
        }
        double confidence = 1 - 2 * below.cumulativeProbability(from);
        return new MedianInterval(Statistics.medianOfSorted(sorted), new Interval(sorted[from], sorted[n - 1 - from]),
                Math.max(0, confidence));
    }
}
