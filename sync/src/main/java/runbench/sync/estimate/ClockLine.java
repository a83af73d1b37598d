package runbench.sync.estimate;

/**
 * A node's clock minus the reference's as a straight line {@code offset + slope * x}. {@link Probes} defines origin and
 * base.
 *
 * @param offset lead at x = 0, ns relative to the base
 * @param slope rate, ns per ns
 */
public record ClockLine(double offset, double slope) {
    public static final ClockLine ZERO = new ClockLine(0, 0);

    public double at(double x) {
        return offset + slope * x;
    }

    public ClockLine plus(ClockLine other) {
        return new ClockLine(offset + other.offset, slope + other.slope);
    }

    /** Returns the line through (x, y) with the given slope. */
    public static ClockLine through(double x, double y, double slope) {
        return new ClockLine(y - slope * x, slope);
    }

    /** Returns the line through two points; a level line through their mean if they have the same x. */
    public static ClockLine through(double xa, double ya, double xb, double yb) {
        return xa == xb ? new ClockLine((ya + yb) / 2, 0) : through(xa, ya, (yb - ya) / (xb - xa));
    }
}
