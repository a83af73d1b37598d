package runbench.parser.compare;

import java.util.List;

/**
 * B against A in one quantity. In the order of the runs are {@code a}, {@code b}; the n-th of both are a pair where the
 * comparison is paired.
 *
 * @param ratio B/A with its interval
 * @param p two-sided, of the signed rank test of pairs or of Mann and Whitney's; null with too few runs
 * @param pHolm the same after Holm, over all but the primary quantity; for that the same as {@code p}
 * @param runsMore pairs (or runs of each side) that are missing for a verdict, as far as the spread seen tells; null
 *     where there is a verdict, or too few runs to tell; {@link PairsNeeded#MAX_PAIRS} means that or more
 * @param estimated why the values are estimates; null where they were counted
 * @param outliersA places of runs far from the others, from 0; where it is pairs, of the pairs, and {@code outliersB}
 *     is empty
 */
public record MetricComparison(Measurand what, List<Double> a, List<Double> b, double medianA, double medianB,
        RatioInterval ratio, Double p, Double pHolm, RatioVerdict verdict, Integer runsMore, String estimated,
        List<Integer> outliersA, List<Integer> outliersB) {
    MetricComparison with(Double adjusted, RatioVerdict judged, Integer more) {
        return new MetricComparison(what, a, b, medianA, medianB, ratio, p, adjusted, judged, more, estimated,
                outliersA, outliersB);
    }

    /** Worse by more than a share of A, surely: the end of the interval that is nearer to 1 lies beyond it. */
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
}
