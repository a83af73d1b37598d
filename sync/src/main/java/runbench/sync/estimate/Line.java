package runbench.sync.estimate;

/**
 * A node's clock minus the reference's, as a straight line: {@code offset + slope * x}, with x in ns since the
 * recording's origin and the offset in ns beyond its base (see {@link Probes}).
 *
 * @param offset ns at x = 0
 * @param slope  ns per ns
 */
public record Line(double offset, double slope) {
    public static final Line ZERO = new Line(0, 0);

    public double at(double x) {
        return offset + slope * x;
    }

    public Line plus(Line other) {
        return new Line(offset + other.offset, slope + other.slope);
    }

    /** The line through (x, y) with the given slope. */
    public static Line through(double x, double y, double slope) {
        return new Line(y - slope * x, slope);
    }

    /** The line through two points; level where they stand at one x. */
    public static Line through(double xa, double ya, double xb, double yb) {
        return xa == xb ? new Line((ya + yb) / 2, 0) : through(xa, ya, (yb - ya) / (xb - xa));
    }
}
