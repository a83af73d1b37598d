package runbench.sync.estimate;

/**
 * A node's clock minus the reference's, as a straight line: {@code offset + slope * x}, with x in ns since the
 * recording's origin and the offset in ns beyond its base (see {@link Probes}).
 *
 * @param offset ns at x = 0
 * @param slope ns per ns
 */
public record ClockLine(double offset, double slope) {
    public static final ClockLine ZERO = new ClockLine(0, 0);

    public double at(double x) {
        return offset + slope * x;
    }

    public ClockLine plus(ClockLine other) {
        return new ClockLine(offset + other.offset, slope + other.slope);
    }

    /** The line through (x, y) with the given slope. */
    public static ClockLine through(double x, double y, double slope) {
        return new ClockLine(y - slope * x, slope);
    }

    /** The line through two points; level where they stand at one x. */
    public static ClockLine through(double xa, double ya, double xb, double yb) {
        return xa == xb ? new ClockLine((ya + yb) / 2, 0) : through(xa, ya, (yb - ya) / (xb - xa));
    }
}
