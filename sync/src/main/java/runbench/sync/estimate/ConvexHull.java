package runbench.sync.estimate;

/**
 * The mean of two lines: the one below all forward differences nearest to them, and the one above all backward
 * differences nearest to them. Each is a linear programme whose optimum is the edge of a convex hull that spans the
 * points' mean moment: the sum of the distances is n times the distance there.
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
