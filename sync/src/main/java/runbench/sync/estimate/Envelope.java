package runbench.sync.estimate;

/**
 * A Theil-Sen line through the middles of the bursts' two-sided envelopes, leaving out wide bursts, in three rounds,
 * each seen from the line of the one before.
 */
public final class Envelope implements Estimator {
    private static final int ROUNDS = 3;
    private static final double WIDEST = 1.5;

    @Override
    public String name() {
        return "envelope";
    }

    @Override
    public String source() {
        return "Theil-Sen (Sen, JASA 63, 1968) on two-sided bounds per burst (after Hunold, Carpen-Amarie:"
                + " Hierarchical clock synchronization in MPI, CLUSTER 2018, section III)";
    }

    @Override
    public Line fit(Probes p) {
        Line line = TheilSenMinimum.throughQuickest(p);
        for (int round = 0; round < ROUNDS; round++) {
            BurstEnvelope e = BurstEnvelope.beyond(line, p).narrow(WIDEST);
            line = line.plus(Fits.theilSen(e.x(), e.mid()));
        }
        return line;
    }
}
