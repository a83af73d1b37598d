package runbench.sync.estimate;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * How much an estimate moves when groups of bursts are left out: Kott, The delete-a-group jackknife, Journal of
 * Official Statistics 17 (2001).
 *
 * @param lead standard error of the lead at the moment asked for, ns
 * @param slope standard error of the slope, ns per ns
 */
record Jackknife(double lead, double slope) {
    static final int FEWEST_BURSTS = 3;
    private static final int GROUPS = 8;
    private static final double NORMAL = 1.959964;

    /** @param x moment, ns since the origin; NaN in both errors with fewer than {@value #FEWEST_BURSTS} bursts */
    static Jackknife of(Probes p, Estimator method, double x) {
        int groups = Math.min(GROUPS, p.bursts());
        if (groups < FEWEST_BURSTS) {
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
     * By how much a standard error from so few degrees of freedom is widened so that twice it holds 95 %: Student's
     * quantile over the normal one.
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
