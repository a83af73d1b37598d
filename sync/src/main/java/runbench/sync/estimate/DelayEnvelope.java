package runbench.sync.estimate;

import java.util.Arrays;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.Fits.WeightedFit;
import runbench.sync.estimate.ReferenceMethods.TheilSenMinimum;

/**
 * A Theil-Sen line through the middles of the bursts' two-sided envelopes. Three rounds each start from the line of the
 * round before and drop wide bursts. A burst's weight falls with its width above the narrowest burst. That difference
 * bounds the displacement of its middle by queues.
 */
public final class DelayEnvelope implements Estimator {
    private static final int ROUNDS = 3;
    private static final double MAX_RELATIVE_WIDTH = 1.5;
    /**
     * Share of the narrowest width that is subtracted from every width. A share of 1 would give one lucky burst all the
     * weight.
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
            BurstEnvelope e = BurstEnvelope.ofLine(line, p).narrow(MAX_RELATIVE_WIDTH);
            double floor = SUBTRACTED_WIDTH_SHARE * Arrays.stream(e.width()).min().orElse(0);
            double[] sigma = Arrays.stream(e.width()).map(w -> Math.max(1, w - floor)).toArray();
            line = line.plus(WeightedFit.theilSen(e.x(), e.mid(), sigma));
        }
        return line;
    }

    /**
     * The bounds that each burst sets on the lead, relative to a line. The upper bound is the least forward difference,
     * the lower bound the greatest backward difference. The two may come from different exchanges.
     *
     * @param x mean reference time of the two exchanges, ns since the origin
     * @param mid middle of the bounds, ns relative to the line
     * @param width distance between the bounds, ns
     */
    record BurstEnvelope(double[] x, double[] mid, double[] width) {

        static BurstEnvelope ofLine(ClockLine line, Probes p) {
            double half = p.roundTripMin() / 2;
            int n = p.bursts();
            BurstEnvelope e = new BurstEnvelope(new double[n], new double[n], new double[n]);
            for (int k = 0; k < n; k++) {
                double hi = Double.POSITIVE_INFINITY;
                double lo = Double.NEGATIVE_INFINITY;
                double xHi = 0;
                double xLo = 0;
                for (int i = p.burstStart[k]; i < p.burstStart[k + 1]; i++) {
                    // Both directions see the same point of the line when the message is halfway.
                    double up = p.forward[i] - line.at(p.sent[i] + half);
                    double down = p.backward[i] - line.at(p.received[i] - half);
                    if (up < hi) {
                        hi = up;
                        xHi = p.sent[i] + half;
                    }
                    if (down > lo) {
                        lo = down;
                        xLo = p.received[i] - half;
                    }
                }
                e.x[k] = (xHi + xLo) / 2;
                e.mid[k] = (hi + lo) / 2;
                e.width[k] = hi - lo;
            }
            return e;
        }

        /** Returns the bursts whose width is at most {@code factor} times the median width. */
        BurstEnvelope narrow(double factor) {
            double limit = factor * Statistics.median(width);
            int n = 0;
            double[][] kept = new double[3][x.length];
            for (int k = 0; k < x.length; k++) {
                if (width[k] <= limit) {
                    kept[0][n] = x[k];
                    kept[1][n] = mid[k];
                    kept[2][n++] = width[k];
                }
            }
            return n == 0 ? this
                    : new BurstEnvelope(Arrays.copyOf(kept[0], n), Arrays.copyOf(kept[1], n),
                            Arrays.copyOf(kept[2], n));
        }
    }
}
