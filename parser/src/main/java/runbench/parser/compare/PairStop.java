package runbench.parser.compare;

import java.util.List;
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
     * Returns whether the series ends after a round, which is a pair for two programs. The widest interval decides.
     *
     * @param programs values of each program, one for each round
     * @param family the comparisons that are decided together
     * @param spentNanos time since the start, ns
     */
    public boolean endsAfter(List<double[]> programs, ComparisonFamily family, long spentNanos) {
        int rounds = programs.get(0).length;
        if (rounds < family.minRounds()) {
            return false;
        }
        if (budgetNanos != null && spentNanos + spentNanos / rounds > budgetNanos) {
            return true;
        }
        // After a multiple of this number of rounds, each program was equally often at each position.
        return precision != null && rounds % programs.size() == 0
                && family.pairs()
                        .stream()
                        .allMatch(p -> relativeHalfWidth(programs.get(p.a()), programs.get(p.b()),
                                family.intervalConfidence()) <= precision);
    }

    /** Returns the half-width of the interval of the pairs' ratio, as a share of the ratio. */
    private static double relativeHalfWidth(double[] a, double[] b, double confidence) {
        double[] logs = new double[a.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(b[i] / a[i]);
        }
        double half = Statistics.studentFactor(confidence, logs.length - 1) * Statistics.deviation(logs)
                / Math.sqrt(logs.length);
        return Double.isNaN(half) ? Double.POSITIVE_INFINITY : Math.expm1(half);
    }
}
