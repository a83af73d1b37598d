package runbench.sync.estimate;

/**
 * The regression line through all exchanges' halved round trips, those far off counting less (Huber). Where delays have
 * no floor that somebody reaches, an average over all exchanges is worth more than the few quickest; it rests on both
 * ways being delayed alike.
 */
public final class Average implements Estimator {
    private static final int ROUNDS = 12;
    private static final double TUNING = 1.345;
    private static final double MAD_TO_SIGMA = 1.4826;

    @Override
    public String name() {
        return "average";
    }

    @Override
    public String source() {
        return "Huber: Robust estimation of a location parameter, Annals of Mathematical Statistics 35 (1964), as regression"
                + " on the clock offset of RFC 5905, section 8";
    }

    @Override
    public ClockLine fit(Probes p) {
        ClockLine line = TheilSenMinimum.throughQuickest(p);
        int n = p.size();
        double[] x = new double[n];
        double[] rest = new double[n];
        double[] off = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = p.middle(i);
            rest[i] = p.lead(i) - line.at(x[i]);
        }
        ClockLine more = new ClockLine(Fits.median(rest), 0);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < n; i++) {
                off[i] = Math.abs(rest[i] - more.at(x[i]));
            }
            double limit = Math.max(1, TUNING * MAD_TO_SIGMA * Fits.median(off));
            for (int i = 0; i < n; i++) {
                off[i] = off[i] <= limit ? 1 : limit / off[i];
            }
            ClockLine next = Fits.leastSquares(x, rest, off);
            boolean still = Math.abs(next.at(x[0]) - more.at(x[0]))
                    + Math.abs(next.at(x[n - 1]) - more.at(x[n - 1])) < 1e-3 * limit;
            more = next;
            if (still) {
                break;
            }
        }
        return line.plus(more);
    }
}
