package runbench.sync.estimate;

import java.util.List;

/**
 * Whichever of {@link Envelope} and {@link WidestGap} moves less when an eighth of the bursts is left out. The first
 * averages over bursts and wins where every burst finds the floor of the delay; the second rests on the few quickest
 * messages of the whole window and wins under queues, symmetric or not.
 */
public final class Steadiest implements Estimator {
    private static final List<Estimator> CANDIDATES = List.of(new Envelope(), new WidestGap());

    @Override
    public String name() {
        return "steadiest";
    }

    @Override
    public String source() {
        return "choice by delete-a-group jackknife (Kott, Journal of Official Statistics 17, 2001) between the"
                + " envelope and the widest gap";
    }

    @Override
    public Line fit(Probes p) {
        Line best = null;
        double least = Double.POSITIVE_INFINITY;
        double end = p.received[p.size() - 1];
        for (Estimator candidate : CANDIDATES) {
            double moves = p.bursts() < Jackknife.FEWEST_BURSTS ? 0 : Jackknife.of(p, candidate, end).lead();
            if (moves < least || best == null) {
                least = moves;
                best = candidate.fit(p);
            }
        }
        return best;
    }
}
