package runbench.base.stats;

/**
 * The range that contains a number, with the arithmetic of Moore, Interval Analysis, 1966.
 *
 * @param low at most {@code high}; may be infinite
 * @param high may be infinite
 */
public record Interval(double low, double high) {
    /** The interval of a number about which nothing is known. */
    public static final Interval ALL = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** @throws IllegalArgumentException if {@code low} is above {@code high} or one of them is NaN */
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("[" + low + ", " + high + "] is no interval");
        }
    }

    /** Returns the interval that contains one value only; {@link #ALL} for NaN. */
    public static Interval exactly(double value) {
        return Double.isNaN(value) ? ALL : new Interval(value, value);
    }

    /**
     * Returns the interval from {@code value - error} to {@code value + error}.
     *
     * @param error at least 0; NaN: unknown
     * @return {@link #ALL} if one of the arguments is NaN
     */
    public static Interval around(double value, double error) {
        return Double.isNaN(value) || Double.isNaN(error) ? ALL : new Interval(value - error, value + error);
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    public boolean finite() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /**
     * Returns the interval with both bounds moved outwards.
     *
     * @param by at least 0
     */
    public Interval widened(double by) {
        return new Interval(low - by, high + by);
    }

    /** Returns the interval of max(x, bound) for x in this interval. */
    public Interval atLeast(double bound) {
        return new Interval(Math.max(low, bound), Math.max(high, bound));
    }

    /** Returns the interval of x + y for x in this interval and y in the other. */
    public Interval plus(Interval o) {
        return of(low + o.low, high + o.high);
    }

    /** Returns the interval of -x for x in this interval. */
    public Interval negative() {
        return new Interval(-high, -low);
    }

    /** Returns the interval of x * y for x in this interval and y in the other. */
    public Interval times(Interval o) {
        return hull(product(low, o.low), product(low, o.high), product(high, o.low), product(high, o.high));
    }

    /**
     * Returns the interval of x / y for x in this interval and y in the other.
     *
     * @return {@link #ALL} if the divisor may be 0
     */
    public Interval dividedBy(Interval o) {
        return o.contains(0) ? ALL : times(new Interval(1 / o.high, 1 / o.low));
    }

    /** Returns 0 for 0 times infinity: the infinity is a bound, not a value. */
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
