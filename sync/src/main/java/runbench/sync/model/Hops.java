package runbench.sync.model;

/** One window's way from a node's clock to the root's through gateways, made into one window model. */
public final class Hops {
    private Hops() {
    }

    /**
     * The node against the root, from the node against its gateway and the gateway against the root. Statistical errors
     * are independent and add in squares; what is guaranteed adds up. The result holds for the end of the earlier
     * window, to which the later one is led back over the fraction of a second between them.
     *
     * @param lower the node against the gateway: its times are the gateway's
     * @param upper the gateway against the root
     * @param wander how much a rate may change, ns per ns
     */
    public static WindowModel through(WindowModel lower, WindowModel upper, double wander) {
        // Where the upper window ended, by the gateway's clock.
        double later = upper.x0Nanos() - lower.x0Nanos() + upper.baseNanos() + upper.offsetNanos();
        long x = later <= 0 ? upper.x0Nanos() : upper.x0Nanos() - Math.round(later / (1 + upper.slope()));
        Offset above = upper.predict(x - upper.x0Nanos(), wander);
        // Whole numbers first: the gateway's clock may be years away from the root's.
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
