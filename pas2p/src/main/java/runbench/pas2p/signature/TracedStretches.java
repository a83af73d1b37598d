package runbench.pas2p.signature;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * How much stretches of the traced run that are as long as the one to be measured differ from each other, all phases
 * together: of what disturbs a machine for longer than that, a measured stretch can show nothing by itself. Second
 * differences of neighbours are taken (Hadamard variance), so that a steady growth is no difference.
 *
 * @param spread standard deviation of a stretch's time as a share of the mean; 0 where the run is too short to tell
 * @param count stretches
 */
record TracedStretches(double spread, int count) {
    private static final int FEWEST = 6;
    private static final int ENOUGH = 10;
    private static final double CLEARLY = 0.5;

    /** @param from place of the first occurrence measured; {@code to} of the last */
    static TracedStretches of(OccurrenceTimes times, List<StratumDraft> strata, int from, int to) {
        int length = to + 1 - from;
        int count = length <= 0 ? 0 : times.size() / length;
        if (count < FEWEST) {
            // Of shorter ones there are enough; longer ones differ less.
            int shorter = times.size() / FEWEST;
            return length <= 0 || shorter < FEWEST ? new TracedStretches(0, count)
                    : new TracedStretches(Math.sqrt((double) shorter / length) * spread(times, strata, shorter, FEWEST),
                            FEWEST);
        }
        // What differs because the program was late at the beginning of a stretch or at its end differs less between
        // longer ones.
        int longer = count / ENOUGH;
        double near = spread(times, strata, length, count);
        double far = longer < 2 ? near : Math.sqrt(longer) * spread(times, strata, length * longer, count / longer);
        return new TracedStretches(far < CLEARLY * near ? far : near, count);
    }

    /**
     * Of the variance that stretches would have if occurrences were independent, what they show where it is clearly
     * less: of a program that makes up in one occurrence for what it lost in another; 1 otherwise.
     *
     * @param independent variance of such a stretch
     */
    static double kept(double spread, double independent) {
        double kept = spread == 0 || independent == 0 ? 1 : spread * spread / independent;
        return kept < CLEARLY ? kept : 1;
    }

    private static double spread(OccurrenceTimes times, List<StratumDraft> strata, int length, int count) {
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
                // A stratum that is absent for a while says nothing of it.
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
