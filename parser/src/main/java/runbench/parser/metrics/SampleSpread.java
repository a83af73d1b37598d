package runbench.parser.metrics;

import runbench.base.stats.Quantile;

/**
 * The distribution of the values of single sampling periods, per bucket and of the whole run. A bucket without a
 * {@linkplain runbench.parser.series.Period#isWhole() whole} period contains NaN.
 *
 * @param name name of the event or metric
 * @param tenth 10 % quantile of each bucket
 * @param median median of each bucket
 * @param ninth 90 % quantile of each bucket
 * @param sorted values of the whole run in ascending order; for a long run a uniform random sample
 * @param count number of periods from which they were drawn
 */
public record SampleSpread(String name, double[] tenth, double[] median, double[] ninth, double[] sorted, long count) {
    /**
     * Returns the quantile of the share {@code q} of all periods (nearest rank).
     *
     * @param q share, 0..1
     * @return NaN without any period
     */
    public double quantile(double q) {
        return Quantile.NEAREST_RANK.ofSorted(sorted, q);
    }
}
