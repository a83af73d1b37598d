package runbench.parser.compare;

import runbench.base.stats.Statistics;

/**
 * The rule that ends a series of pairs early. It looks at the width of the interval only, never at its position: a rule
 * that stopped at the first significant result would find differences between equal programs.
 *
 * @param precision half-width of the interval at which the series ends, as a share of the ratio; null: no limit
 * @param budgetNanos time for all pairs, ns; null: no limit
 */
public record PairStop(Double precision, Long budgetNanos) {
    /** The rule that runs all planned pairs. */
    public static final PairStop NONE = new PairStop(null, null);

    /** Returns whether the series may end before the planned number of pairs. */
    public boolean isEarly() {
        return precision != null || budgetNanos != null;
    }

    /**
     * Returns whether the series ends after a pair.
     *
     * @param a values of A, one for each pair
     * @param b values of B
     * @param spentNanos time since the start, ns
     */
    public boolean endsAfter(double[] a, double[] b, long spentNanos) {
        int pairs = a.length;
        if (pairs < Comparison.MIN_PAIRS) {
            return false;
        }
        if (budgetNanos != null && spentNanos + spentNanos / pairs > budgetNanos) {
            return true;
        }
        // After an even number of pairs each side was first equally often.
        return precision != null && pairs % 2 == 0 && relativeHalfWidth(a, b) <= precision;
    }

    /** Returns the half-width of the interval of the pairs' ratio, as a share of the ratio. */
    private static double relativeHalfWidth(double[] a, double[] b) {
        double[] logs = new double[a.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(b[i] / a[i]);
        }
        double half = Statistics.studentFactor(Comparer.CONFIDENCE, logs.length - 1) * Statistics.deviation(logs)
                / Math.sqrt(logs.length);
        return Double.isNaN(half) ? Double.POSITIVE_INFINITY : Math.expm1(half);
    }
}
