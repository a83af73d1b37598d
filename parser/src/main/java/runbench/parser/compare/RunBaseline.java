package runbench.parser.compare;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/**
 * The prediction interval of the next run after earlier runs of the same program, and the p-value of the last run.
 *
 * @param middle geometric mean of the earlier runs; NaN without any
 * @param low lower end of the interval that contains the next run in 95 of 100 cases; NaN with fewer than
 *     {@link #MIN_EARLIER_RUNS}
 * @param high upper end of the interval; NaN if unknown
 * @param p two-sided probability of a run at least this far from the others; NaN if unknown
 */
public record RunBaseline(double middle, double low, double high, double p) {
    /** Minimum number of earlier runs; the spread of fewer is unknown. */
    public static final int MIN_EARLIER_RUNS = 3;
    private static final double CONFIDENCE = 0.95;

    /**
     * Returns the baseline of the last run.
     *
     * @param earlier values of the earlier runs, positive
     * @param last value of the last run, positive
     * @param minSpread minimum standard deviation of the logarithm of a run: small counts vary even if the few earlier
     *     ones are equal
     */
    public static RunBaseline of(double[] earlier, double last, double minSpread) {
        double[] logs = Arrays.stream(earlier).map(Math::log).toArray();
        double mean = logs.length == 0 ? Double.NaN : StatUtils.mean(logs);
        if (logs.length < MIN_EARLIER_RUNS) {
            return new RunBaseline(Math.exp(mean), Double.NaN, Double.NaN, Double.NaN);
        }
        double spread = Math.sqrt(Math.max(StatUtils.variance(logs), minSpread * minSpread) * (1 + 1.0 / logs.length));
        TDistribution student = new TDistribution(logs.length - 1);
        double half = student.inverseCumulativeProbability(0.5 + CONFIDENCE / 2) * spread;
        double apart = Math.abs(Math.log(last) - mean);
        double p = spread > 0 ? 2 * student.cumulativeProbability(-apart / spread) : apart > 0 ? 0 : 1;
        return new RunBaseline(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), p);
    }

    /**
     * Returns p-values after the Benjamini-Hochberg correction: about the threshold's share of the runs below it are
     * false alarms.
     *
     * @param p p-values in any order; NaN remains NaN
     */
    public static double[] adjusted(double[] p) {
        double[] out = p.clone();
        Integer[] order = IntStream.range(0, p.length).filter(i -> !Double.isNaN(p[i])).boxed().toArray(Integer[]::new);
        Arrays.sort(order, (a, b) -> Double.compare(p[b], p[a]));
        double least = 1;
        for (int i = 0; i < order.length; i++) {
            least = Math.min(least, p[order[i]] * order.length / (order.length - i));
            out[order[i]] = least;
        }
        return out;
    }
}
