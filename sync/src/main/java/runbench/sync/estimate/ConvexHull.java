package runbench.sync.estimate;

/**
 * The mean of two lines: the nearest line below all forward differences, and the nearest line above all backward
 * differences. Each line is the optimum of a linear programme. The optimum is the convex hull's edge over the mean
 * moment of the points, because the sum of distances is n times the distance there.
 */
public final class ConvexHull implements Estimator {
    @Override
    public String name() {
        return "hull";
    }

    @Override
    public String source() {
        return "Moon, Skelly, Towsley: Estimation and removal of clock skew from network delay measurements, INFOCOM"
                + " 1999, section 3; Zhang, Liu, Xia: Clock synchronization algorithms for network measurements,"
                + " INFOCOM 2002, section III";
    }

    @Override
    public ClockLine fit(Probes p) {
        ClockLine rough = TheilSenMinimum.throughQuickest(p);
        Residuals residuals = Residuals.beyond(rough, p);
        ClockLine below = residuals.above().edgeOver(residuals.meanUp());
        ClockLine above = residuals.below().edgeOver(residuals.meanDown());
        return rough.plus(new ClockLine((below.offset() + above.offset()) / 2, (below.slope() + above.slope()) / 2));
    }
}
