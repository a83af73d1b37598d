package runbench.sync.estimate;

/** A Theil-Sen line through the quickest exchange of each burst. */
public final class TheilSenMinimum implements Estimator {
    @Override
    public String name() {
        return "theil-sen";
    }

    @Override
    public String source() {
        return "Sen: Estimates of the regression coefficient based on Kendall's tau, JASA 63 (1968), on Cristian's"
                + " minimum of each burst";
    }

    @Override
    public ClockLine fit(Probes p) {
        return throughQuickest(p);
    }

    static ClockLine throughQuickest(Probes p) {
        int[] row = p.quickestOfEachBurst();
        double[] x = new double[row.length];
        double[] y = new double[row.length];
        for (int k = 0; k < row.length; k++) {
            x[k] = p.middle(row[k]);
            y[k] = p.lead(row[k]);
        }
        return Fits.theilSen(x, y);
    }
}
