package runbench.sync.model;

/** Combines windows of nodes and gateways into window models against the root. */
public final class Hops {
    private Hops() {
    }

    /**
     * Returns the node against the root. Statistical errors are independent and add in squares; guaranteed bounds
     * add up. The result holds for the end of the earlier window. The later window is extrapolated back to it over
     * the fraction of a second between them.
     *
     * @param lower the node against the gateway; its times are the gateway's
     * @param upper the gateway against the root
     * @param wander largest change of a rate, ns per ns
     */
    public static WindowModel through(WindowModel lower, WindowModel upper, double wander) {
        // End of the upper window by the gateway's clock.
        double later = upper.x0Nanos() - lower.x0Nanos() + upper.baseNanos() + upper.offsetNanos();
        long x = later <= 0 ? upper.x0Nanos() : upper.x0Nanos() - Math.round(later / (1 + upper.slope()));
        Offset above = upper.predict(x - upper.x0Nanos(), wander);
        // Integers first: the gateway's clock may differ from the root's by years.
        double since = (x - lower.x0Nanos() + above.baseNanos()) + above.restNanos();
        Offset below = lower.predict(since, wander);
        double bent = Math.max(Math.abs(lower.slopeLo()), Math.abs(lower.slopeHi()))
                * (above.hiNanos() - above.loNanos());
        double slack = Double.isFinite(bent) ? bent : 0;
        return new WindowModel(x, above.baseNanos() + below.baseNanos(), above.restNanos() + below.restNanos(),
                joined(upper.slope(), lower.slope()), Math.hypot(above.errNanos(), below.errNanos()),
                Math.hypot(upper.slopeErr(), lower.slopeErr()), above.loNanos() + below.loNanos() - slack,
                above.hiNanos() + below.hiNanos() + slack, joined(upper.slopeLo(), lower.slopeLo()),
                joined(upper.slopeHi(), lower.slopeHi()), upper.rttMinNanos() + lower.rttMinNanos(),
                Math.min(upper.exchanges(), lower.exchanges()), lower.method(),
                lower.stamps().equals(upper.stamps()) ? lower.stamps() : "mixed", lower.ticks(), upper.external());
    }

    private static double joined(double upper, double lower) {
        return upper + lower * (1 + upper);
    }
}
