package runbench.sync.estimate;

/**
 * How much an estimate moves when groups of bursts are left out: Kott, The delete-a-group jackknife, Journal of
 * Official Statistics 17 (2001).
 *
 * @param lead  standard error of the lead at the moment asked for, ns
 * @param slope standard error of the slope, ns per ns
 */
record Jackknife(double lead, double slope) {
    static final int FEWEST_BURSTS = 3;
    private static final int GROUPS = 8;

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
            Line line = method.fit(p.bursts(k -> k % groups != left));
            lead[g] = line.at(x);
            slope[g] = line.slope();
        }
        return new Jackknife(spread(lead), spread(slope));
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
