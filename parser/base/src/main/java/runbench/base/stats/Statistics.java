package runbench.base.stats;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.util.KthSelector;

/** Location, scale and standard error of values. Quantiles with a named definition are in {@link Quantile}. */
public final class Statistics {
    /**
     * Ratio of a normal distribution's standard deviation to its median absolute deviation: 1 / the standard normal
     * quantile of 3/4.
     */
    public static final double DEVIATION_PER_MAD = 1.4826;

    /** Number of values from which selection of the middle is several times faster than a sort. */
    private static final int MIN_SELECTED = 48;

    private Statistics() {
    }

    /**
     * Returns the arithmetic mean.
     *
     * @param values may be empty
     * @return NaN if there are no values
     */
    public static double mean(double[] values) {
        double sum = 0;
        for (double v : values) {
            sum += v;
        }
        return sum / values.length;
    }

    /**
     * Returns the median of values in any order and leaves the array unchanged. The median of an even number of values
     * is the mean of the middle two.
     *
     * @param values without NaN; may be empty
     * @return NaN if there are no values
     */
    public static double median(double[] values) {
        double[] some = values.clone();
        int middle = some.length / 2;
        if (some.length >= MIN_SELECTED) {
            double median = new KthSelector().select(some, null, middle);
            if (some.length % 2 == 0) {
                median = (StatUtils.max(some, 0, middle) + median) / 2;
            }
            if (median != 0) { // -0.0 and 0.0 are in order after a sort only
                return median;
            }
        }
        return medianOfSorted(sorted(some));
    }

    /** Sorts an array and returns it. */
    private static double[] sorted(double[] values) {
        Arrays.sort(values);
        return values;
    }

    /**
     * Returns the median of values in ascending order.
     *
     * @param sorted ascending, without NaN; may be empty
     * @return NaN if there are no values
     */
    public static double medianOfSorted(double[] sorted) {
        int n = sorted.length;
        return n == 0 ? Double.NaN : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }

    /**
     * Returns the high median: the middle value, or the upper one of the middle two. The result is one of the values.
     *
     * @param sorted ascending, without NaN; may be empty
     * @return NaN if there are no values
     */
    public static double highMedianOfSorted(double[] sorted) {
        return highMedianOfSorted(sorted, sorted.length);
    }

    /**
     * Returns the high median of the first values of an array.
     *
     * @param sorted its first {@code count} values are ascending and without NaN
     * @param count 0..{@code sorted.length}
     * @return NaN if {@code count} is 0
     */
    public static double highMedianOfSorted(double[] sorted, int count) {
        return count == 0 ? Double.NaN : sorted[count / 2];
    }

    /**
     * Returns the median absolute deviation: the median of the distances from a centre.
     *
     * @param values without NaN; may be empty
     * @param centre usually their median
     * @return NaN if there are no values
     */
    public static double medianAbsoluteDeviation(double[] values, double centre) {
        return median(distances(values, centre));
    }

    /**
     * Returns the high median of the distances from a centre.
     *
     * @param values without NaN; may be empty
     * @param centre usually their high median
     * @return NaN if there are no values
     */
    public static double highMedianAbsoluteDeviation(double[] values, double centre) {
        return highMedianOfSorted(sorted(distances(values, centre)));
    }

    /**
     * Returns the sample standard deviation, with n - 1 as divisor.
     *
     * @param values may be empty
     * @return 0 for fewer than two values
     */
    public static double deviation(double[] values) {
        return values.length < 2 ? 0 : Math.sqrt(StatUtils.variance(values));
    }

    /**
     * Returns the standard deviation of the noise about a level that may jump: a few jumps change the median of the
     * differences between neighbours little. Values that are not finite are gaps.
     *
     * @return 0 without two neighbours
     */
    public static double deviationAboutLevels(double[] values) {
        double[] steps = new double[values.length];
        int known = 0;
        for (int i = 1; i < values.length; i++) {
            double step = Math.abs(values[i] - values[i - 1]);
            if (Double.isFinite(step)) {
                steps[known++] = step;
            }
        }
        Arrays.sort(steps, 0, known);
        return known == 0 ? 0 : DEVIATION_PER_MAD * highMedianOfSorted(steps, known) / Math.sqrt(2);
    }

    /**
     * Returns the jackknife standard error of an estimate: Efron, Stein, "The Jackknife Estimate of Variance", Annals
     * of Statistics 9 (1981).
     *
     * @param leaveOneOut the estimates without one group of the data each; at least one
     */
    public static double jackknifeError(double[] leaveOneOut) {
        int n = leaveOneOut.length;
        double mean = mean(leaveOneOut);
        double squares = 0;
        for (double v : leaveOneOut) {
            squares += (v - mean) * (v - mean);
        }
        return Math.sqrt(squares * (n - 1) / n);
    }

    /**
     * Returns the factor by which a standard error is multiplied for a two-sided confidence interval, from Student's t
     * distribution.
     *
     * @param confidence above 0, below 1
     * @param degrees degrees of freedom, positive, not necessarily an integer
     */
    public static double studentFactor(double confidence, double degrees) {
        return new TDistribution(degrees).inverseCumulativeProbability(0.5 + confidence / 2);
    }

    /**
     * Returns the half-sample mode of sorted values: the shortest interval with half of the values is halved again,
     * until at most three remain (Robertson, Cryer: An iterative procedure for estimating the mode, Journal of the
     * American Statistical Association 69, 1974). It needs no width of bins. NaN without values.
     */
    public static double mode(double[] sorted) {
        int from = 0;
        int n = sorted.length;
        while (n > 3) {
            int half = (n + 1) / 2;
            int best = from;
            for (int i = from; i + half <= from + n; i++) {
                if (sorted[i + half - 1] - sorted[i] < sorted[best + half - 1] - sorted[best]) {
                    best = i;
                }
            }
            from = best;
            n = half;
        }
        if (n == 3) {
            double below = sorted[from + 1] - sorted[from];
            double above = sorted[from + 2] - sorted[from + 1];
            return below == above ? sorted[from + 1]
                    : below < above ? (sorted[from] + sorted[from + 1]) / 2 : (sorted[from + 1] + sorted[from + 2]) / 2;
        }
        return n == 0 ? Double.NaN : n == 1 ? sorted[from] : (sorted[from] + sorted[from + 1]) / 2;
    }

    private static double[] distances(double[] values, double centre) {
        double[] distances = new double[values.length];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = Math.abs(values[i] - centre);
        }
        return distances;
    }

    /**
     * The median of independent values, and a confidence interval of the median of their distribution. The interval
     * needs no assumption about the distribution. Its bounds are two of the values: David, Nagaraja, Order Statistics,
     * 2003, section 7.1.
     *
     * @param median the median of the values
     * @param interval the narrowest symmetric pair of order statistics with at least 95 % confidence; the minimum and
     *     the maximum if the values are too few for 95 %
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
            return new MedianInterval(Statistics.medianOfSorted(sorted),
                    new Interval(sorted[from], sorted[n - 1 - from]), Math.max(0, confidence));
        }
    }
}
