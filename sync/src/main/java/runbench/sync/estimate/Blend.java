package runbench.sync.estimate;

import java.util.Arrays;
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
    public Line fit(Probes all) {
        Probes p = extremes(all);
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

    /**
     * Each burst's quickest exchange and those that some line above or below it touches: both candidates look at no others,
     * and are asked many times.
     */
    private static Probes extremes(Probes p) {
        boolean[] mark = new boolean[p.size()];
        for (int k = 0; k < p.bursts(); k++) {
            int from = p.burstStart[k];
            int to = p.burstStart[k + 1];
            mark[p.quickest(from, to)] = true;
            if (ordered(p.sent, from, to) && ordered(p.received, from, to)) {
                Hull.markTouched(p.sent, p.forward, from, to, 1, mark);
                Hull.markTouched(p.received, p.backward, from, to, -1, mark);
            } else {
                Arrays.fill(mark, from, to, true);
            }
        }
        // Where the window begins and ends.
        mark[0] = true;
        mark[p.size() - 1] = true;
        return p.rows(mark);
    }

    private static boolean ordered(double[] x, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (x[i] < x[i - 1]) {
                return false;
            }
        }
        return true;
    }
}
