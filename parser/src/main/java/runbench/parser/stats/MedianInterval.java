package runbench.parser.stats;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import runbench.base.stats.Statistics;
import runbench.parser.metrics.Interval;

/**
 * The median of independent values, and where that of their distribution lies, whatever distribution that is: between
 * two of them (David, Nagaraja, Order Statistics, 2003, section 7.1).
 *
 * @param median of the values
 * @param interval between the two values that the confidence allows to be closest to one another
 * @param confidence that the interval holds the median: at least what was asked for, where there are values enough
 */
public record MedianInterval(double median, Interval interval, double confidence) {
    private static final double WANTED = 0.95;

    /** @param values at least one */
    public static MedianInterval of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        BinomialDistribution below = new BinomialDistribution(n, 0.5);
        int from = 0;
        while (2 * (from + 1) < n && 1 - 2 * below.cumulativeProbability(from + 1) >= WANTED) {
            from++;
        }
        double confidence = 1 - 2 * below.cumulativeProbability(from);
        return new MedianInterval(Statistics.medianOfSorted(sorted), new Interval(sorted[from], sorted[n - 1 - from]),
                Math.max(0, confidence));
    }
}
