package runbench.sync.estimate;

import java.util.List;

/**
 * The mean of {@link Envelope} and {@link WidestGap}, each weighted by how little it moves when an eighth of the
 * bursts is left out. The first averages over bursts and wins where every burst finds the floor of the delay; the
 * second rests on the few quickest messages of the whole window and wins under queues, symmetric or not.
 */
public final class Blend implements Estimator {
    private static final List<Estimator> CANDIDATES = List.of(new Envelope(), new WidestGap());
    /** Nobody is believed to be surer than this, ns: stamps are whole ns. */
    private static final double SUREST_NANOS = 1;

    @Override
    public String name() {
        return "blend";
    }

    @Override
    public String source() {
        return "inverse-variance mean of the envelope and the widest gap, variances by delete-a-group jackknife (Kott,"
                + " Journal of Official Statistics 17, 2001)";
    }

    @Override
    public Line fit(Probes p) {
        double end = p.received[p.size() - 1];
        double total = 0;
        double lead = 0;
        double slope = 0;
        for (Estimator candidate : CANDIDATES) {
            double moves = p.bursts() < Jackknife.FEWEST_BURSTS
                    ? SUREST_NANOS : Math.max(SUREST_NANOS, Jackknife.of(p, candidate, end).lead());
            double weight = 1 / (moves * moves);
            Line line = candidate.fit(p);
            total += weight;
            lead += weight * line.at(end);
            slope += weight * line.slope();
        }
        return Line.through(end, lead / total, slope / total);
    }
}
