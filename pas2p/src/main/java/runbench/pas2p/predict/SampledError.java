package runbench.pas2p.predict;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Error of a prediction due to what was sampled. A sample i of unit u weighs a = B_u / sum of the unit's w x (B_u: its traced time
 * behind the stop); its residual is d_i = m_i - r_u x_i, and the error of the prediction is the sum of w_i z_i with z_i = a d_i. What
 * disturbs a machine disturbs neighbours, whatever their phase, so the variance is taken of all samples in the order of time with their
 * covariances, sum z_i^2 + 2 sum z_i z_(i+k), up to the lag where pairs of neighbouring covariances turn negative (initial positive
 * sequence: Geyer, Practical Markov Chain Monte Carlo, 1992).
 *
 * <p>Where neighbours make up for each other, what strays is by how much the program is late at an instant, Q_i = z_1 + ... + z_i,
 * rather than what one occurrence takes. Summed by parts, the error is the sum of (w_i - w_(i+1)) Q_i, of which the variance is taken
 * in the same way.
 *
 * @param deviation   standard error of the prediction, s
 * @param freedom     its degrees of freedom
 * @param correlation by how much neighbours that stray together widen what independent ones would give; below 1: they make up
 */
record SampledError(double deviation, double freedom, double correlation) {
    /** Even of a program that keeps to a schedule. */
    private static final double LEAST_CORRELATION = 0.01;
    /** Below so many samples it cannot be told whether they make up for each other. */
    private static final int TOLD = 10;

    static SampledError of(StratumRatios ratios) {
        List<Observed> observed = ratios.observed;
        List<RatioUnit> units = ratios.units;
        int n = observed.size();
        double[] z = new double[n];
        for (RatioUnit u : units) {
            boolean few = u.samples().size() < RatioFit.FEW;
            double a = u.behindS() / u.fit().weighted();
            for (int k = 0; k < u.samples().size(); k++) {
                // Their own ratio follows so few that nothing would be left to tell.
                double r = few ? ratios.shrunk(u) : u.fit().ratio();
                z[observed.indexOf(u.samples().get(k))] = a * (u.samples().get(k).measuredS() - r * u.fit().expectedS()[k]);
            }
        }
        double[] weighted = IntStream.range(0, n).mapToDouble(i -> observed.get(i).weight() * z[i]).toArray();
        double squares = covariance(weighted, 0);
        if (squares == 0) {
            return new SampledError(0, 1, 1);
        }
        double all = inTime(weighted, squares);
        boolean makesUp = n >= TOLD && covariance(z, 1) + covariance(z, 2) < 0;
        if (makesUp) {
            all = Math.min(all, ofLevels(z));
        }
        double correlation = Math.min(n / 2.0, Math.max(LEAST_CORRELATION, all / squares));
        double worth = n / Math.max(1, correlation);
        // Residuals are taken from the samples' own ratios, one for each unit.
        double freedom = makesUp ? n / 2.0 - 1 : Math.max(1, worth - units.size());
        return new SampledError(Math.sqrt(squares * correlation * worth / Math.max(1, worth - units.size())), freedom, correlation);
    }

    private static double ofLevels(double[] z) {
        int n = z.length;
        double[] level = new double[n + 1];
        for (int i = 0; i < n; i++) {
            level[i + 1] = level[i] + z[i];
        }
        double mean = IntStream.rangeClosed(0, n).mapToDouble(i -> level[i]).average().orElse(0);
        double[] part = new double[n + 1];
        for (int i = 0; i <= n; i++) {
            double before = i == 0 ? 0 : Observed.weight(i - 1, n);
            double behind = i == n ? 0 : Observed.weight(i, n);
            part[i] = (before - behind) * (level[i] - mean);
        }
        double squares = covariance(part, 0);
        return inTime(part, squares) * n / Math.max(1, n - 2);
    }

    /** Variance of the sum of z, which follow each other in time. */
    private static double inTime(double[] z, double squares) {
        double all = squares;
        for (int k = 1; k + 1 < z.length / 2; k += 2) {
            double pair = covariance(z, k) + covariance(z, k + 1);
            if (pair <= 0) {
                return all;
            }
            all += 2 * pair;
        }
        return all;
    }

    private static double covariance(double[] z, int lag) {
        double sum = 0;
        for (int i = lag; i < z.length; i++) {
            sum += z[i] * z[i - lag];
        }
        return sum;
    }
}
