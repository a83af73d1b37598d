package runbench.schedule.policy;

/**
 * A curve from a workload's ideal average bandwidth x to the bandwidth y that a scheduler should aim at: {@code y = a
 * x^2 + b x + c}, limited to 0..x. It was fitted on one machine. On another machine, x and y scale with the sustained
 * bandwidth.
 *
 * @param square a, in units of 1/traffic
 * @param linear b
 * @param constant c, in units of traffic
 * @param sustained sustained bandwidth of the machine of the fit, in units of traffic
 * @param from lowest x of the fitted workloads; lower values are extrapolated
 * @param to highest x of the fitted workloads
 * @param error root mean square error of y at the fitted workloads, in units of traffic; NaN if unknown
 * @param origin author of the fit and its workloads
 */
public record ReferenceCurve(double square, double linear, double constant, double sustained, double from, double to,
        double error, String origin) {
    /**
     * The published curve, in transactions per microsecond. The publication gives neither the machine's peak nor the
     * pilots' range, so the bus of the original work on bandwidth-aware scheduling stands in.
     */
    public static final ReferenceCurve PUBLISHED = new ReferenceCurve(-0.0118, 1.4571, -6.2403, 29.5, Double.NaN,
            Double.NaN, Double.NaN, "Xu, Wu, Yew 2010");
    /** The identity: the reference is the ideal average bandwidth itself. */
    public static final ReferenceCurve IDENTITY = new ReferenceCurve(0, 1, 0, 1, 0, 1, 0,
            "the ideal average bandwidth itself");

    /**
     * Returns the reference, in the unit of {@code ideal}.
     *
     * @param ideal ideal average bandwidth
     * @param peak sustained bandwidth of this machine, in the same unit
     */
    public double reference(double ideal, double peak) {
        double x = ideal * sustained / peak;
        return Math.max(0, Math.min(x, at(x))) * peak / sustained;
    }

    /** Returns the unlimited polynomial on the machine of the fit. */
    public double at(double x) {
        return (square * x + linear) * x + constant;
    }
}
