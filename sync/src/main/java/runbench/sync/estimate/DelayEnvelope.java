package runbench.sync.estimate;

import java.util.Arrays;

/**
 * A Theil-Sen line through the middles of the bursts' two-sided envelopes, leaving out wide bursts, in three rounds,
 * each seen from the line of the one before. A burst counts by how near its width is to that of the narrowest: what it
 * is wider by is the most that queues can have moved its middle.
 */
public final class DelayEnvelope implements Estimator {
    private static final int ROUNDS = 3;
    private static final double WIDEST = 1.5;
    /**
     * Share of the narrowest width that says nothing about a burst: without a floor one lucky burst would decide alone.
     */
    private static final double FLOOR = 0.8;

    @Override
    public String name() {
        return "envelope";
    }

    @Override
    public String source() {
        return "Theil-Sen (Sen, JASA 63, 1968) on two-sided bounds per burst (after Hunold, Carpen-Amarie:"
                + " Hierarchical clock synchronization in MPI, CLUSTER 2018, section III), weighted by their width";
    }

    @Override
    public ClockLine fit(Probes p) {
        ClockLine line = TheilSenMinimum.throughQuickest(p);
        for (int round = 0; round < ROUNDS; round++) {
            BurstEnvelope e = BurstEnvelope.beyond(line, p).narrow(WIDEST);
            double floor = FLOOR * Arrays.stream(e.width()).min().orElse(0);
            double[] sigma = Arrays.stream(e.width()).map(w -> Math.max(1, w - floor)).toArray();
            line = line.plus(WeightedFit.theilSen(e.x(), e.mid(), sigma));
        }
        return line;
    }
}
