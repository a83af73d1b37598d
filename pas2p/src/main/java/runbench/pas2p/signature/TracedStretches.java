package runbench.pas2p.signature;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * The scatter of stretches of the traced run that are as long as the measured one, all phases together. A measured
 * stretch by itself does not show disturbances that last longer than it. Second differences of neighbours are used
 * (Hadamard variance), so that a steady growth does not count.
 *
 * @param spread standard deviation of a stretch's time as a share of the mean; 0: the run is too short
 * @param count number of stretches
 */
record TracedStretches(double spread, int count) {
    private static final int MIN_STRETCHES = 6;
    private static final int SUFFICIENT_STRETCHES = 10;
    private static final double CLEAR_VARIANCE_RATIO = 0.5;

    /**
     * Computes the scatter.
     *
     * @param from position of the first measured occurrence
     * @param to position of the last measured occurrence
     */
    static TracedStretches of(OccurrenceTimes times, List<StratumDraft> strata, int from, int to) {
        int length = to + 1 - from;
        int count = length <= 0 ? 0 : times.size() / length;
        if (count < MIN_STRETCHES) {
            // There are enough shorter stretches; longer ones differ less.
            int shorter = times.size() / MIN_STRETCHES;
            return length <= 0 || shorter < MIN_STRETCHES ? new TracedStretches(0, count)
                    : new TracedStretches(Math.sqrt((double) shorter / length) * spread(strata, shorter, MIN_STRETCHES),
                            MIN_STRETCHES);
        }
        // Differences due to lateness at the start or end of a stretch are smaller between longer stretches.
        int longer = count / SUFFICIENT_STRETCHES;
        double near = spread(strata, length, count);
        double far = longer < 2 ? near : Math.sqrt(longer) * spread(strata, length * longer, count / longer);
        return new TracedStretches(far < CLEAR_VARIANCE_RATIO * near ? far : near, count);
    }

    /**
     * Returns the variance of stretches relative to that of independent occurrences, if it is clearly less, as in a
     * program that compensates for lost time; 1 otherwise.
     *
     * @param independent variance of such a stretch with independent occurrences
     */
    static double preservedShare(double spread, double independent) {
        double kept = spread == 0 || independent == 0 ? 1 : spread * spread / independent;
        return kept < CLEAR_VARIANCE_RATIO ? kept : 1;
    }

    private static double spread(List<StratumDraft> strata, int length, int count) {
        double[] level = new double[count];
        double whole = strata.stream().mapToDouble(s -> s.nanos).sum();
        for (StratumDraft s : strata) {
            double[] sum = new double[count];
            int[] n = new int[count];
            for (int i = 0; i < s.places.length; i++) {
                int k = s.places[i] / length;
                if (k < count) {
                    sum[k] += s.durations[i];
                    n[k]++;
                }
            }
            for (int k = 0; k < count; k++) {
                // A stratum that is absent for a while does not count.
                level[k] += s.nanos / whole * (n[k] == 0 ? 1 : sum[k] / n[k] / s.mean());
            }
        }
        double squares = 0;
        for (int k = 2; k < count; k++) {
            double second = level[k] - 2 * level[k - 1] + level[k - 2];
            squares += second * second;
        }
        return Math.sqrt(squares / (6 * (count - 2))) / Arrays.stream(level).average().orElse(1);
    }
}
