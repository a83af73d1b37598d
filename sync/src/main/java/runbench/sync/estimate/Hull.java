package runbench.sync.estimate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;

/**
 * The lower convex hull of points, by Andrew's monotone chain.
 *
 * @param x abscissae, increasing
 * @param y ordinates
 */
record Hull(double[] x, double[] y) {

    static Hull lower(double[] x, double[] y) {
        int[] order = order(x, y);
        double[] hx = new double[x.length];
        double[] hy = new double[x.length];
        int n = 0;
        for (int i : order) {
            if (n > 0 && hx[n - 1] == x[i]) {
                continue;
            }
            while (n >= 2 && turn(hx, hy, n, x[i], y[i]) <= 0) {
                n--;
            }
            hx[n] = x[i];
            hy[n++] = y[i];
        }
        return new Hull(Arrays.copyOf(hx, n), Arrays.copyOf(hy, n));
    }

    private static int[] order(double[] x, double[] y) {
        boolean ordered = true;
        for (int i = 1; i < x.length; i++) {
            ordered &= x[i - 1] < x[i];
        }
        IntStream all = IntStream.range(0, x.length);
        return ordered ? all.toArray()
                : all.boxed()
                        .sorted(Comparator.<Integer>comparingDouble(i -> x[i]).thenComparingDouble(i -> y[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    private static double turn(double[] hx, double[] hy, int n, double x, double y) {
        return (hx[n - 1] - hx[n - 2]) * (y - hy[n - 2]) - (hy[n - 1] - hy[n - 2]) * (x - hx[n - 2]);
    }

    /** Returns the upper hull. */
    static Hull upper(double[] x, double[] y) {
        return lower(x, Arrays.stream(y).map(v -> -v).toArray()).mirrored();
    }

    Hull mirrored() {
        return new Hull(x, Arrays.stream(y).map(v -> -v).toArray());
    }

    /**
     * Marks the vertices of the lower hull of some rows. Abscissae must not decrease.
     *
     * @param x abscissae of all rows
     * @param y ordinates of all rows
     * @param from first row
     * @param to row after the last one
     * @param sign 1 for the lower hull, -1 for the upper hull
     * @param mark result, one element per row
     */
    static void markTouched(double[] x, double[] y, int from, int to, int sign, boolean[] mark) {
        int[] chain = new int[to - from];
        int n = 0;
        for (int i = from; i < to; i++) {
            while (n >= 2 && sign * ((x[chain[n - 1]] - x[chain[n - 2]]) * (y[i] - y[chain[n - 2]])
                    - (y[chain[n - 1]] - y[chain[n - 2]]) * (x[i] - x[chain[n - 2]])) <= 0) {
                n--;
            }
            chain[n++] = i;
        }
        for (int k = 0; k < n; k++) {
            mark[chain[k]] = true;
        }
    }

    int size() {
        return x.length;
    }

    /** Returns the slope of the edge from vertex i to i + 1. */
    double slope(int i) {
        return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    }

    /**
     * Returns the line along the edge that spans {@code at}. Of all lines on this side of the points, it has the
     * smallest sum of distances to them.
     */
    ClockLine edgeOver(double at) {
        if (size() == 1) {
            return new ClockLine(y[0], 0);
        }
        int i = 0;
        while (i < size() - 2 && x[i + 1] < at) {
            i++;
        }
        return ClockLine.through(x[i], y[i], slope(i));
    }

    /**
     * Returns the least of y - slope * (x - at): the highest value at {@code at} of a line with this slope below all
     * points.
     */
    double leastAt(double at, double slope) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < size(); i++) {
            least = Math.min(least, y[i] + slope * (at - x[i]));
        }
        return least;
    }

    double greatestAt(double at, double slope) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < size(); i++) {
            greatest = Math.max(greatest, y[i] + slope * (at - x[i]));
        }
        return greatest;
    }

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

        static Residuals ofLine(ClockLine rough, Probes p) {
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
            return new Residuals(Hull.lower(xUp, up), Hull.upper(xDown, down), (xUp[0] + xDown[n - 1]) / 2,
                    Statistics.mean(xUp), Statistics.mean(xDown));
        }
    }
}
