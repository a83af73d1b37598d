package runbench.pas2p.predict;

import java.util.stream.IntStream;
import runbench.pas2p.predict.RatioFit.ObservedOccurrence;
import runbench.pas2p.predict.StratumRatios.RatioUnit;

/**
 * The sampling error of a prediction. A sample i of unit u has the weight a = B_u / sum of the unit's x (B_u: its
 * traced time after the stop); its residual is d_i = m_i - r_u x_i, and the error of the prediction is the sum of z_i =
 * a d_i. Disturbances of a machine affect neighbouring samples of any phase. The variance therefore includes
 * covariances of all samples in order of time, sum z_i^2 + 2 sum z_i z_(i+k), up to the lag where pairs of neighbouring
 * covariances become negative (initial positive sequence: Geyer, Practical Markov Chain Monte Carlo, 1992). For
 * neighbours that compensate for each other, batch means are used; for a program that compensates for all lost time,
 * the pace ({@link Lateness}).
 *
 * @param deviation standard error of the prediction, s
 * @param freedom its degrees of freedom
 * @param correlation ratio to the error of independent samples; below 1: neighbours compensate for each other
 */
record SampledError(double deviation, double freedom, double correlation) {
    private static final double CLEAR_VARIANCE_RATIO = 0.5;
    private static final double MAX_LOAD_RATIO = 1.5;
    private static final int BATCHES = 10;
    /** Lower limit of the correlation, even for a program that keeps a schedule. */
    private static final double MIN_CORRELATION = 0.01;

    static SampledError of(StratumRatios ratios) {
        int n = ratios.observed.size();
        double[] z = new double[n];
        double[] uneven = new double[n];
        double behind = ratios.units.stream().mapToDouble(u -> u.behindS() * u.fit().ratio()).sum();
        double scale = behind / ratios.observed.stream().mapToDouble(ObservedOccurrence::measuredS).sum();
        for (RatioUnit u : ratios.units) {
            double a = u.behindS() / u.fit().sumS();
            // With so few samples their own ratio leaves no residual.
            double r = u.samples().size() < RatioFit.MIN_SAMPLES ? ratios.shrunk(u) : u.fit().ratio();
            for (int k = 0; k < u.samples().size(); k++) {
                int at = ratios.observed.indexOf(u.samples().get(k));
                double d = u.samples().get(k).measuredS() - r * u.fit().expectedS()[k];
                z[at] = a * d;
                uneven[at] = (a - scale) * d;
            }
        }
        double squares = covariance(z, 0);
        if (squares == 0) {
            return new SampledError(0, 1, 1);
        }
        if (ratios.lateness != null) {
            // The pace is that of all phases together: different proportions of phases after the stop increase the
            // error.
            double left = inTime(uneven, covariance(uneven, 0));
            double paced = Math.pow(ratios.lateness.error() * behind, 2);
            return new SampledError(Math.sqrt(left + paced), n / 4.0,
                    Math.max(MIN_CORRELATION, Math.min(1, (left + paced) / squares)));
        }
        double correlation = Math.min(n / 2.0, Math.max(MIN_CORRELATION, inTime(z, squares) / squares));
        double inTrace = inTrace(ratios);
        // On a machine that is much busier than the traced one, compensation may take longer.
        if (inTrace < correlation && n >= 2 * BATCHES && ratios.more() <= MAX_LOAD_RATIO) {
            correlation = Math.sqrt(correlation * inTrace);
        }
        double worth = n / Math.max(1, correlation);
        // Residuals refer to the samples' own ratios, one per unit.
        double own = ratios.units.size() * Math.max(1, correlation);
        return new SampledError(Math.sqrt(squares * correlation * n / Math.max(1, n - own)),
                correlation < 1 ? BATCHES - 1 : worth - ratios.units.size(), correlation);
    }

    /**
     * Returns the variance of stretches of the traced run as long as the measured one, relative to that of independent
     * occurrences; 1 unless it is clearly less.
     */
    private static double inTrace(StratumRatios ratios) {
        double time = ratios.units.stream().mapToDouble(RatioUnit::tracedS).sum();
        double independent = ratios.units.stream()
                .mapToDouble(u -> Math.pow(u.tracedS() / time * u.spread(), 2) / u.samples().size())
                .sum();
        double seen = Math.pow(ratios.stretchSpread(), 2);
        double kept = seen == 0 || independent == 0 ? 1 : seen / independent;
        return kept < CLEAR_VARIANCE_RATIO ? Math.max(MIN_CORRELATION, kept) : 1;
    }

    /** Returns the variance of the sum of z, in order of time. */
    private static double inTime(double[] z, double squares) {
        double all = squares;
        for (int k = 1; k + 1 < z.length / 2; k += 2) {
            double pair = covariance(z, k) + covariance(z, k + 1);
            if (pair <= 0) {
                return k > 1 || z.length < 2 * BATCHES ? all : batches(z);
            }
            all += 2 * pair;
        }
        return all;
    }

    /** Returns the sum of squares of batch sums, for neighbours that compensate for each other. */
    private static double batches(double[] z) {
        double all = 0;
        for (int b = 0; b < BATCHES; b++) {
            all += Math.pow(
                    IntStream.range(b * z.length / BATCHES, (b + 1) * z.length / BATCHES).mapToDouble(i -> z[i]).sum(),
                    2);
        }
        return all * BATCHES / (BATCHES - 1);
    }

    private static double covariance(double[] z, int lag) {
        double sum = 0;
        for (int i = lag; i < z.length; i++) {
            sum += z[i] * z[i - lag];
        }
        return sum;
    }
}
