package runbench.sync.estimate;

/**
 * The line through the mid points of two exchanges: the quickest of the first half and the quickest of the second
 * half.
 */
public final class MinimumRoundTrip implements Estimator {
    @Override
    public String name() {
        return "min-rtt";
    }

    @Override
    public String source() {
        return "Cristian: Probabilistic clock synchronization, Distributed Computing 3 (1989), section 3";
    }

    @Override
    public ClockLine fit(Probes p) {
        int cut = p.burstStart[(p.bursts() + 1) / 2];
        int a = p.quickest(0, cut);
        int b = cut < p.size() ? p.quickest(cut, p.size()) : a;
        return ClockLine.through(p.middle(a), p.lead(a), p.middle(b), p.lead(b));
    }
}
