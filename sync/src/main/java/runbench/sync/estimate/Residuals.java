package runbench.sync.estimate;

/**
 * The clock differences relative to a rough line, as convex hulls. Each difference belongs to the moment when its
 * message is halfway. Without the line, the drift itself would determine the extreme points of a burst.
 *
 * @param above lower hull of the forward differences; the lead is below it
 * @param below upper hull of the backward differences; the lead is above it
 * @param centre middle of the window, ns since the origin
 * @param meanUp mean moment of the forward differences, ns since the origin
 * @param meanDown mean moment of the backward differences, ns since the origin
 */
record Residuals(Hull above, Hull below, double centre, double meanUp, double meanDown) {

    static Residuals beyond(ClockLine rough, Probes p) {
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
        return new Residuals(Hull.lower(xUp, up), Hull.upper(xDown, down), (xUp[0] + xDown[n - 1]) / 2, Fits.mean(xUp),
                Fits.mean(xDown));
    }
}
