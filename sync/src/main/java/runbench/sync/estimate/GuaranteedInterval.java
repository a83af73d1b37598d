package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.List;

/**
 * All leads at one moment that contradict no exchange, if the node's clock ran straight: causality alone, whatever the
 * delays and however asymmetric. Every line with {@code line.at(sent) <= forward} and
 * {@code line.at(received) >= backward} for all exchanges and a slope within {@link #MAX_SLOPE} is possible; the
 * interval is from the lowest to the highest of them (linear programming in two variables: Zhang, Liu, Xia: Clock
 * synchronization algorithms for network measurements, INFOCOM 2002, section III).
 *
 * @param lo lowest possible lead at the moment asked for, ns beyond the base
 * @param hi highest
 * @param slopeLo least possible slope, ns per ns
 * @param slopeHi greatest
 * @param bursts how many of the last bursts it rests on: fewer than all when no straight clock fits them all (the
 *     oscillator wandered or stepped)
 */
public record GuaranteedInterval(double lo, double hi, double slopeLo, double slopeHi, int bursts) {
    /** No computer's oscillator is further off than this, ns per ns. */
    public static final double MAX_SLOPE = 1e-3;
    /** Standard errors within which a fitted line is taken to be as possible as what is guaranteed. */
    private static final double POSSIBLE_ERRORS = 3;
    /** Rounding of the bounds themselves, ns. */
    private static final double ROUNDING = 1e-3;

    /**
     * @param probes all exchanges, warm-up included
     * @param x moment, ns since the origin
     * @param slack how far a stamp may be off its clock (resolution, conversion between clocks), ns
     */
    public static GuaranteedInterval at(Probes probes, double x, double slack) {
        int bursts = probes.bursts();
        GuaranteedInterval whole = ofLast(probes, bursts, x, slack);
        if (whole != null) {
            return whole;
        }
        int fits = 0;
        int fails = bursts;
        GuaranteedInterval best = null;
        while (fails - fits > 1) {
            int some = (fits + fails) / 2;
            GuaranteedInterval here = ofLast(probes, some, x, slack);
            if (here != null) {
                fits = some;
                best = here;
            } else {
                fails = some;
            }
        }
        return best != null ? best
                : new GuaranteedInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -MAX_SLOPE, MAX_SLOPE, 0);
    }

    public double width() {
        return hi - lo;
    }

    public boolean contains(double lead) {
        return lo <= lead && lead <= hi;
    }

    /**
     * What is possible beside a line that was fitted to the same exchanges. It lies within, where every stamp is its
     * clock's. Where it does not, one stamp is wrong or the clock did not run straight, and which of the two is right
     * cannot be told from here: both are kept.
     *
     * @param lead of the line at the same moment, ns beyond the base
     * @param leadErr its standard error; NaN: unknown
     * @param slope of the line
     * @param slopeErr its standard error; NaN: unknown
     */
    GuaranteedInterval holding(double lead, double leadErr, double slope, double slopeErr) {
        boolean possible = contains(lead) && slopeLo <= slope && slope <= slopeHi;
        if (possible || Double.isNaN(lead) || Double.isNaN(slope)) {
            return this;
        }
        double byLead = Double.isNaN(leadErr) ? 0 : POSSIBLE_ERRORS * leadErr;
        double bySlope = Double.isNaN(slopeErr) ? 0 : POSSIBLE_ERRORS * slopeErr;
        return new GuaranteedInterval(Math.min(lo, lead - byLead), Math.max(hi, lead + byLead),
                Math.min(slopeLo, slope - bySlope), Math.max(slopeHi, slope + bySlope), bursts);
    }

    /** Over the last {@code n} bursts; null if no line fits. */
    private static GuaranteedInterval ofLast(Probes probes, int n, double x, double slack) {
        int from = probes.bursts() - n;
        Probes p = from == 0 ? probes : probes.bursts(k -> k >= from);
        Hull above = Hull.lower(p.sent, shifted(p.forward, slack));
        Hull below = Hull.upper(p.received, shifted(p.backward, -slack));
        double lo = Double.POSITIVE_INFINITY;
        double hi = Double.NEGATIVE_INFINITY;
        double slopeLo = Double.POSITIVE_INFINITY;
        double slopeHi = Double.NEGATIVE_INFINITY;
        for (double slope : candidates(above, below)) {
            double top = above.leastAt(x, slope);
            double bottom = below.greatestAt(x, slope);
            if (top - bottom >= -ROUNDING && Math.abs(slope) <= MAX_SLOPE) {
                lo = Math.min(lo, bottom);
                hi = Math.max(hi, top);
                slopeLo = Math.min(slopeLo, slope);
                slopeHi = Math.max(slopeHi, slope);
            }
        }
        return hi < lo ? null : new GuaranteedInterval(lo, hi, slopeLo, slopeHi, n);
    }

    /** Slopes at which a vertex of the feasible polygon can lie: hull edges, tangents between the hulls, the limits. */
    private static List<Double> candidates(Hull above, Hull below) {
        List<Double> slopes = new ArrayList<>(List.of(-MAX_SLOPE, MAX_SLOPE));
        for (Hull hull : List.of(above, below)) {
            for (int i = 0; i + 1 < hull.size(); i++) {
                slopes.add(hull.slope(i));
            }
        }
        for (int i = 0; i < above.size(); i++) {
            for (int j = 0; j < below.size(); j++) {
                if (above.x()[i] != below.x()[j]) {
                    slopes.add((above.y()[i] - below.y()[j]) / (above.x()[i] - below.x()[j]));
                }
            }
        }
        return slopes;
    }

    private static double[] shifted(double[] values, double by) {
        double[] out = values.clone();
        for (int i = 0; i < out.length; i++) {
            out[i] += by;
        }
        return out;
    }
}
