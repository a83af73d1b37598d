package runbench.parser.compare;

/**
 * The ratio B/A with its interval.
 *
 * @param ratio best estimate; null if there is none
 * @param low lower end of the interval; null with too few runs
 * @param high upper end of the interval; null with too few runs
 */
public record RatioInterval(Double ratio, Double low, Double high) {
    static RatioInterval ofLogs(double middle, double low, double high) {
        return new RatioInterval(Math.exp(middle), Math.exp(low), Math.exp(high));
    }

    static RatioInterval without(double middle) {
        return new RatioInterval(Math.exp(middle), null, null);
    }

    /** Returns the ratio A/B. */
    public RatioInterval inverse() {
        return new RatioInterval(1 / ratio, high == null ? null : (Double) (1 / high),
                low == null ? null : (Double) (1 / low));
    }
}
