package runbench.sync.estimate;

/**
 * The eight last exchanges are a register, of which the one with the least delay speaks; successive answers steer a
 * frequency with the averaging of the frequency-locked loop. Simplified: one association, no selection, no clamp.
 */
public final class NtpClockFilter implements Estimator {
    private static final int STAGES = 8;
    private static final double AVERAGING = 4;

    @Override
    public String name() {
        return "ntp";
    }

    @Override
    public String source() {
        return "Mills, Martin, Burbank, Kasch: Network Time Protocol Version 4, RFC 5905 (2010),"
                + " sections 10 (clock filter) and 11.3 (FLL)";
    }

    @Override
    public Line fit(Probes p) {
        double slope = 0;
        double x = Double.NaN;
        double y = Double.NaN;
        int updates = 0;
        for (int i = 0; i < p.size(); i += STAGES) {
            int best = p.quickest(i, Math.min(i + STAGES, p.size()));
            if (updates > 0) {
                double seen = (p.lead(best) - y) / (p.middle(best) - x);
                slope += (seen - slope) / Math.min(updates, AVERAGING);
            }
            x = p.middle(best);
            y = p.lead(best);
            updates++;
        }
        return Line.through(x, y, slope);
    }
}
