package runbench.pas2p.signature;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * How much stretches of the traced run that are as long as the one to be measured differ from each other, all phases together: of what
 * disturbs a machine for longer than that, a measured stretch can show nothing by itself. Second differences of neighbours are taken
 * (Hadamard variance), so that a steady growth is no difference.
 *
 * @param spread standard deviation of a stretch's time as a share of the mean; 0 where there are fewer than six stretches
 * @param count  stretches
 */
record TracedStretches(double spread, int count) {
    private static final int FEWEST = 6;

    /** @param from place of the first occurrence measured; {@code to} of the last */
    static TracedStretches of(OccurrenceTimes times, List<StratumDraft> strata, int from, int to) {
        int length = to + 1 - from;
        int count = length <= 0 ? 0 : times.size() / length;
        if (count < FEWEST) {
            return new TracedStretches(0, count);
        }
        double[] level = new double[count];
        double whole = strata.stream().mapToDouble(s -> s.nanos).sum();
        for (StratumDraft s : strata) {
            double[] sum = new double[count];
            double[] n = new double[count];
            for (int i = 0; i < s.places.length; i++) {
                int k = s.places[i] / length;
                if (k < count) {
                    // As samples of a stretch are weighted: an occurrence at its end that makes up for one behind it counts little.
                    double weight = (s.places[i] % length + 1.0) * (length - s.places[i] % length);
                    sum[k] += weight * s.durations[i];
                    n[k] += weight;
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
        return new TracedStretches(Math.sqrt(squares / (6 * (count - 2))) / Arrays.stream(level).average().orElse(1), count);
    }
}
