package runbench.parser.metrics;

import runbench.base.stats.Quantile;

/**
 * How the values of single sampling periods lie, per bucket and of the whole run. A bucket in which no
 * {@linkplain runbench.parser.series.Period#isWhole() whole} period lies holds NaN.
 *
 * @param name of the event or metric
 * @param tenth a tenth of the bucket's periods are not above this
 * @param median half of them
 * @param ninth nine tenths of them
 * @param sorted values of the whole run in ascending order; of a long run evenly drawn from all
 * @param count of how many periods they were drawn
 */
public record SampleSpread(String name, double[] tenth, double[] median, double[] ninth, double[] sorted, long count) {
    /** The value that a share {@code q} of all periods is not above (nearest rank); NaN without any. */
    public double quantile(double q) {
        return Quantile.NEAREST_RANK.ofSorted(sorted, q);
    }
}
