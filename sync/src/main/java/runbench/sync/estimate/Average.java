package runbench.sync.estimate;

import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.ReferenceMethods.TheilSenMinimum;

/**
 * A Huber regression through the mid points of all exchanges. It suits delays that scatter about a middle and rarely
 * reach a minimum. It assumes that both directions have the same mean delay.
 */
public final class Average implements Estimator {
    private static final int MAX_ROUNDS = 12;
    /**
     * Deviation in standard deviations from which weights decrease. It gives 95 % efficiency for normal errors
     * (Holland, Welsch, Robust regression using iteratively reweighted least-squares, Communications in Statistics A6,
     * 1977).
     */
    private static final double HUBER_LIMIT = 1.345;

    @Override
    public String name() {
        return "average";
    }

    @Override
    public String source() {
        return "Huber: Robust estimation of a location parameter, Annals of Mathematical Statistics 35 (1964), as "
                + "regression on the clock offset of RFC 5905, section 8";
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
        ClockLine correction = new ClockLine(Statistics.median(rest), 0);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            for (int i = 0; i < n; i++) {
                off[i] = Math.abs(rest[i] - correction.at(x[i]));
            }
            double limit = Math.max(1, HUBER_LIMIT * Statistics.DEVIATION_PER_MAD * Statistics.median(off));
            for (int i = 0; i < n; i++) {
                off[i] = off[i] <= limit ? 1 : limit / off[i];
            }
            ClockLine next = Fits.leastSquares(x, rest, off);
            boolean converged = Math.abs(next.at(x[0]) - correction.at(x[0]))
                    + Math.abs(next.at(x[n - 1]) - correction.at(x[n - 1])) < 1e-3 * limit;
            correction = next;
            if (converged) {
                break;
            }
        }
        return line.plus(correction);
    }
}
