package runbench.sync.estimate;

import java.util.Arrays;

/**
 * A Theil-Sen line through the middles of the bursts' two-sided envelopes. Three rounds each start from the line of
 * the round before and drop wide bursts. A burst's weight falls with its width above the narrowest burst. That
 * difference bounds the displacement of its middle by queues.
 */
public final class DelayEnvelope implements Estimator {
    private static final int ROUNDS = 3;
    private static final double MAX_RELATIVE_WIDTH = 1.5;
    /**
     * Share of the narrowest width that is subtracted from every width. A share of 1 would give one lucky burst all
     * the weight.
     */
    private static final double SUBTRACTED_WIDTH_SHARE = 0.8;

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
            BurstEnvelope e = BurstEnvelope.beyond(line, p).narrow(MAX_RELATIVE_WIDTH);
            double floor = SUBTRACTED_WIDTH_SHARE * Arrays.stream(e.width()).min().orElse(0);
            double[] sigma = Arrays.stream(e.width()).map(w -> Math.max(1, w - floor)).toArray();
            line = line.plus(WeightedFit.theilSen(e.x(), e.mid(), sigma));
        }
        return line;
    }
}
