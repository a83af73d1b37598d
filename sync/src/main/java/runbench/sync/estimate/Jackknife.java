package runbench.sync.estimate;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The standard errors of an estimate by leaving out groups of bursts: Kott, The delete-a-group jackknife, Journal
 * of Official Statistics 17 (2001).
 *
 * @param lead standard error of the lead at the requested moment, ns; NaN if unknown
 * @param slope standard error of the slope, ns per ns; NaN if unknown
 */
record Jackknife(double lead, double slope) {
    static final int MIN_BURSTS = 3;
    private static final int GROUPS = 8;
    private static final double NORMAL = 1.959964;

    /**
     * Returns the errors of a method; NaN for both with fewer than {@value #MIN_BURSTS} bursts.
     *
     * @param p exchanges without warm-up
     * @param method estimator of the line
     * @param x moment, ns since the origin
     */
    static Jackknife of(Probes p, Estimator method, double x) {
        int groups = Math.min(GROUPS, p.bursts());
        if (groups < MIN_BURSTS) {
            return new Jackknife(Double.NaN, Double.NaN);
        }
        double[] lead = new double[groups];
        double[] slope = new double[groups];
        for (int g = 0; g < groups; g++) {
            int left = g;
            ClockLine line = method.fit(p.bursts(k -> k % groups != left));
            lead[g] = line.at(x);
            slope[g] = line.slope();
        }
        double few = student(groups - 1);
        return new Jackknife(few * spread(lead), few * spread(slope));
    }

    /**
     * Returns the factor that widens a standard error so that twice the error covers 95 %: Student's quantile over
     * the normal one.
     *
     * @param degrees degrees of freedom of the standard error, at least 1
     */
    static double student(int degrees) {
        return new TDistribution(degrees).inverseCumulativeProbability(0.975) / NORMAL;
    }

    private static double spread(double[] v) {
        double mean = Fits.mean(v);
        double sum = 0;
        for (double a : v) {
            sum += (a - mean) * (a - mean);
        }
        return Math.sqrt(sum * (v.length - 1) / v.length);
    }
}
