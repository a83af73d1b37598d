package runbench.parser.series;

/** Adds up, per event, what was counted scaled by the share measured in each window. */
final class Scaling {
    private final double[] estimate;
    private final double[] covered;
    private final double[] all;

    Scaling(int events) {
        estimate = new double[events];
        covered = new double[events];
        all = new double[events];
    }

    void add(Period p) {
        for (int e = 0; e < estimate.length; e++) {
            if (!p.isAbout(e)) {
                continue;
            }
            all[e] += p.runDeltaNanos;
            if (p.shareMeasured > 0) {
                covered[e] += p.runDeltaNanos;
                estimate[e] += p.estimate(e);
            }
        }
    }

    /** Windows in which nothing was counted are taken to be like the others; NaN when there are no others. */
    double estimate(int event) {
        if (all[event] == 0) {
            return estimate[event];
        }
        return covered[event] == 0 ? Double.NaN : estimate[event] * all[event] / covered[event];
    }
}
