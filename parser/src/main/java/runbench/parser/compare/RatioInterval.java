package runbench.parser.compare;

/**
 * B/A.
 *
 * @param ratio best estimate; null where there is none
 * @param low end of the interval; null where there are too few runs for one
 */
public record RatioInterval(Double ratio, Double low, Double high) {
    static RatioInterval ofLogs(double middle, double low, double high) {
        return new RatioInterval(Math.exp(middle), Math.exp(low), Math.exp(high));
    }

    static RatioInterval without(double middle) {
        return new RatioInterval(Math.exp(middle), null, null);
    }

    /** A/B. */
    public RatioInterval inverse() {
        return new RatioInterval(1 / ratio, high == null ? null : (Double) (1 / high),
                low == null ? null : (Double) (1 / low));
    }
}
