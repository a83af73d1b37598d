package runbench.sync.estimate;

/**
 * The NTP clock filter. A burst is a poll (RFC 5905, section 13, burst mode). Its last eight exchanges fill the
 * clock filter's register. The exchange with the least delay counts (appendix A.5.2), unless it is a popcorn spike.
 * Successive polls steer a frequency by the frequency-locked loop (section 11.3).
 * <p>Simplifications: one association, so no selection among servers; no dispersions, which grow by 15 ppm and are
 * negligible within seconds; no phase-locked loop, which needs hours.
 */
public final class NtpClockFilter implements Estimator {
    private static final int STAGES = 8;
    /** RFC 5905, A.1.1: parameter averaging constant (AVG) and spike gate (SGATE). */
    private static final double AVERAGING = 4;
    private static final double SPIKE_GATE = 3;

    @Override
    public String name() {
        return "ntp";
    }

    @Override
    public String source() {
        return "Mills, Martin, Burbank, Kasch: Network Time Protocol Version 4, RFC 5905 (2010),"
                + " sections 10 and A.5.2 (clock filter), 11.3 (FLL)";
    }

    @Override
    public ClockLine fit(Probes p) {
        double slope = 0;
        double x = Double.NaN;
        double y = Double.NaN;
        int updates = 0;
        for (int k = 0; k < p.bursts(); k++) {
            int to = p.burstStart[k + 1];
            int from = Math.max(p.burstStart[k], to - STAGES);
            int best = p.quickest(from, to);
            double error = p.lead(best) - (y + slope * (p.middle(best) - x));
            if (updates > 1 && Math.abs(error) > SPIKE_GATE * jitter(p, from, to, best)) {
                // The spike gate suppresses one sample and lets the next one through.
                updates = 1;
                continue;
            }
            if (updates > 0) {
                double seen = error / (p.middle(best) - x);
                slope += slope == 0 ? seen : seen / AVERAGING;
            }
            x = p.middle(best);
            y = p.lead(best);
            updates++;
        }
        return ClockLine.through(x, y, slope);
    }

    /** Returns the root mean square difference of a register's offsets from the best one, ns; at least 1 ns. */
    private static double jitter(Probes p, int from, int to, int best) {
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += Math.pow(p.lead(i) - p.lead(best), 2);
        }
        return Math.max(1, Math.sqrt(squares / Math.max(1, to - from - 1)));
    }
}
