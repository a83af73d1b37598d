package runbench.sync.estimate;

/**
 * The mean of two lines: the one below all forward differences nearest to them, and the one above all backward
 * differences nearest to them. Each is a linear programme whose optimum is one edge of a convex hull.
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
    public Line fit(Probes p) {
        // Seen from a rough line, or the drift itself would decide which points are extreme within a burst.
        Line rough = TheilSenMinimum.throughQuickest(p);
        int n = p.size();
        double half = p.roundTripMin() / 2;
        double[] up = new double[n];
        double[] down = new double[n];
        double[] xUp = new double[n];
        double[] xDown = new double[n];
        for (int i = 0; i < n; i++) {
            xUp[i] = p.sent[i] + half;
            xDown[i] = p.received[i] - half;
            up[i] = p.forward[i] - rough.at(xUp[i]);
            down[i] = p.backward[i] - rough.at(xDown[i]);
        }
        double centre = Fits.mean(xUp);
        Line below = Hull.lower(xUp, up).edgeOver(centre);
        Line above = Hull.upper(xDown, down).edgeOver(centre);
        return rough.plus(new Line((below.offset() + above.offset()) / 2, (below.slope() + above.slope()) / 2));
    }
}
