package runbench.parser.metrics;

/**
 * Where a number lies: the arithmetic of Moore, Interval Analysis, 1966. A result that could be anything is
 * {@link #ALL}.
 *
 * @param low at most {@code high}; may be infinite
 * @param high may be infinite
 */
public record Interval(double low, double high) {
    public static final Interval ALL = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("[" + low + ", " + high + "] is no interval");
        }
    }

    public static Interval exactly(double value) {
        return Double.isNaN(value) ? ALL : new Interval(value, value);
    }

    /** @param error at least 0; NaN: nobody knows */
    public static Interval around(double value, double error) {
        return Double.isNaN(value) || Double.isNaN(error) ? ALL : new Interval(value - error, value + error);
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    public boolean finite() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /** @param by at least 0, to both sides */
    public Interval widened(double by) {
        return new Interval(low - by, high + by);
    }

    /** No lower than this. */
    public Interval atLeast(double bound) {
        return new Interval(Math.max(low, bound), Math.max(high, bound));
    }

    Interval plus(Interval o) {
        return of(low + o.low, high + o.high);
    }

    Interval negative() {
        return new Interval(-high, -low);
    }

    public Interval times(Interval o) {
        return hull(product(low, o.low), product(low, o.high), product(high, o.low), product(high, o.high));
    }

    /** {@link #ALL} where the divisor may be 0. */
    public Interval over(Interval o) {
        return o.contains(0) ? ALL : times(new Interval(1 / o.high, 1 / o.low));
    }

    /** Of bounds that are infinite, 0 times these is 0. */
    private static double product(double a, double b) {
        return a == 0 || b == 0 ? 0 : a * b;
    }

    private static Interval hull(double a, double b, double c, double d) {
        return of(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }

    private static Interval of(double low, double high) {
        return Double.isNaN(low) || Double.isNaN(high) ? ALL : new Interval(low, high);
    }
}
