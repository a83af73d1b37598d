package runbench.sync.estimate;

import runbench.sync.estimate.Hull.Residuals;
import runbench.sync.estimate.ReferenceMethods.TheilSenMinimum;

/**
 * The line with the widest empty strip about it: equally far below every forward and above every backward difference.
 * It is the maximum-likelihood line for exponentially distributed delays of equal mean and equal minimum. It is also
 * the hard-margin limit of the support vector machine with a vertical margin.
 */
public final class WidestGap implements Estimator {
    @Override
    public String name() {
        return "widest-gap";
    }

    @Override
    public String source() {
        return "Jeske: On maximum-likelihood estimation of clock offset, IEEE Trans. Communications 53 (2005),"
                + " extended to a rate; linear programme after Zhang, Liu, Xia, INFOCOM 2002";
    }

    @Override
    public ClockLine fit(Probes p) {
        ClockLine rough = TheilSenMinimum.throughQuickest(p);
        Residuals residuals = Residuals.beyond(rough, p);
        Hull above = residuals.above();
        Hull below = residuals.below();
        double centre = residuals.centre();
        double slope = widest(above, below, centre);
        double offset = (above.leastAt(centre, slope) + below.greatestAt(centre, slope)) / 2;
        return rough.plus(ClockLine.through(centre, offset, slope));
    }

    /**
     * Returns the slope with the widest gap. The gap is concave in the slope and bends only at slopes of hull edges, so
     * the best of those is the optimum.
     */
    private static double widest(Hull above, Hull below, double centre) {
        double best = 0;
        double gap = above.leastAt(centre, 0) - below.greatestAt(centre, 0);
        for (Hull hull : new Hull[]{above, below}) {
            for (int i = 0; i + 1 < hull.size(); i++) {
                double slope = hull.slope(i);
                double here = above.leastAt(centre, slope) - below.greatestAt(centre, slope);
                if (here > gap) {
                    gap = here;
                    best = slope;
                }
            }
        }
        return best;
    }
}
