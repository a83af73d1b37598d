package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.List;

/**
 * The range of leads at one moment that contradict no exchange, if the node's clock ran straight. It follows from
 * causality alone and holds for any delays and any asymmetry. A line is possible if {@code line.at(sent) <=
 * forward} and {@code line.at(received) >= backward} for all exchanges, and its slope is within {@link #MAX_SLOPE}. The
 * interval reaches from the lowest to the highest possible line (linear programming in two variables: Zhang, Liu, Xia:
 * Clock synchronization algorithms for network measurements, INFOCOM 2002, section III).
 *
 * @param lo lowest possible lead, ns relative to the base
 * @param hi highest possible lead, ns relative to the base
 * @param slopeLo smallest possible slope, ns per ns
 * @param slopeHi greatest possible slope, ns per ns
 * @param bursts number of final bursts that the interval rests on; fewer than all if the clock wandered or stepped, so
 *     that no straight clock fits them all
 */
public record GuaranteedInterval(double lo, double hi, double slopeLo, double slopeHi, int bursts) {
    /** Largest deviation of a computer's oscillator, ns per ns. */
    public static final double MAX_SLOPE = 1e-3;
    /** Standard errors by which the interval is widened about a fitted line outside it. */
    private static final double WIDENING_SIGMAS = 3;
    /** Rounding error of the bounds, ns. */
    private static final double ROUNDING = 1e-3;

    /**
     * Returns the interval at one moment.
     *
     * @param probes all exchanges, including warm-up
     * @param x moment, ns since the origin
     * @param slack largest difference between a stamp and its clock, ns: resolution and conversion between clocks
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
     * Returns an interval that contains a line fitted to the same exchanges. The line is within this interval if all
     * stamps are right. Otherwise a stamp is wrong or the clock did not run straight. The exchanges cannot decide
     * which, so the result contains both.
     *
     * @param lead lead of the line at the same moment, ns relative to the base
     * @param leadErr standard error of the lead, ns; NaN if unknown
     * @param slope slope of the line, ns per ns
     * @param slopeErr standard error of the slope, ns per ns; NaN if unknown
     */
    GuaranteedInterval holding(double lead, double leadErr, double slope, double slopeErr) {
        boolean possible = contains(lead) && slopeLo <= slope && slope <= slopeHi;
        if (possible || Double.isNaN(lead) || Double.isNaN(slope)) {
            return this;
        }
        double byLead = Double.isNaN(leadErr) ? 0 : WIDENING_SIGMAS * leadErr;
        double bySlope = Double.isNaN(slopeErr) ? 0 : WIDENING_SIGMAS * slopeErr;
        return new GuaranteedInterval(Math.min(lo, lead - byLead), Math.max(hi, lead + byLead),
                Math.min(slopeLo, slope - bySlope), Math.max(slopeHi, slope + bySlope), bursts);
    }

    /** Returns the interval of the last {@code n} bursts; null if no line fits. */
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

    /**
     * Returns the slopes that a vertex of the feasible polygon can have: hull edges, tangents between the hulls, the
     * limits.
     */
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
