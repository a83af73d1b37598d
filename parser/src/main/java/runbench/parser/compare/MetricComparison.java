package runbench.parser.compare;

import java.util.List;
import org.hipparchus.stat.StatUtils;

/**
 * The comparison of B with A in one quantity. {@code a} and {@code b} are in the order of the runs. In a paired
 * comparison the n-th values of both are a pair.
 *
 * @param ratio B/A with its interval
 * @param p two-sided p-value of the signed rank test (pairs) or the Mann-Whitney test; null with too few runs
 * @param pHolm {@code p} after Holm's correction over all but the primary quantity, and Bonferroni's over the
 *     simultaneous comparisons of several programs; {@code p} for the primary quantity of two programs
 * @param runsMore estimated number of further pairs (or runs of each side) for a verdict; null with a verdict or with
 *     too few runs for an estimate; {@link PairsNeeded#MAX_PAIRS} means this number or more
 * @param estimated reason why the values are estimates; null if they were counted
 * @param outliersA indices of outlying runs of A, from 0; in a paired comparison of pairs, and {@code outliersB} is
 *     empty
 * @param exact whether the interval is the range of all ratios of emulated counts, without a test: the counts do not
 *     vary with the machine, and the runs are too few for a test
 */
public record MetricComparison(Measurand what, List<Double> a, List<Double> b, double medianA, double medianB,
        RatioInterval ratio, Double p, Double pHolm, RatioVerdict verdict, Integer runsMore, String estimated,
        List<Integer> outliersA, List<Integer> outliersB, boolean exact) {
    MetricComparison with(Double adjusted, RatioVerdict judged, Integer more) {
        return new MetricComparison(what, a, b, medianA, medianB, ratio, p, adjusted, judged, more, estimated,
                outliersA, outliersB, exact);
    }

    /**
     * Returns the centres of A and B that agree with the estimated ratio in a paired comparison: their quotient is the
     * geometric mean of the pairs' ratios. Medians of the sides may differ in the other direction.
     */
    public double[] geometricMeans() {
        return new double[]{geometricMean(a), geometricMean(b)};
    }

    private static double geometricMean(List<Double> values) {
        return StatUtils.geometricMean(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Returns whether B is worse by more than a share of A: the end of the interval nearer to 1 exceeds the share. */
    public boolean worseByMoreThan(double share) {
        if (ratio.low() == null) {
            return false;
        }
        return switch (what.direction()) {
            case LOWER -> ratio.low() > 1 + share;
            case HIGHER -> ratio.high() < 1 / (1 + share);
            case NEITHER -> false;
        };
    }

    /**
     * The ratio B/A with its interval.
     *
     * @param ratio best estimate; null if there is none
     * @param low lower end of the interval; null with too few runs
     * @param high upper end of the interval; null with too few runs
     */
    public record RatioInterval(Double ratio, Double low, Double high) {
        static RatioInterval ofLogs(double middle, double low, double high) {
            return new RatioInterval(Math.exp(middle), Math.exp(low), Math.exp(high));
        }

        static RatioInterval unknown(double middle) {
            return new RatioInterval(Math.exp(middle), null, null);
        }

        RatioInterval times(double factor) {
            return new RatioInterval(factor * ratio, low == null ? null : (Double) (factor * low),
                    high == null ? null : (Double) (factor * high));
        }

        /** Returns the ratio A/B. */
        public RatioInterval inverse() {
            return new RatioInterval(1 / ratio, high == null ? null : (Double) (1 / high),
                    low == null ? null : (Double) (1 / low));
        }
    }
}
