package runbench.schedule.policy;

/**
 * From a workload's ideal average bandwidth x to the bandwidth that a scheduler should aim at:
 * {@code y = a x^2 + b x + c}, kept between 0 and x. Fitted on one machine; elsewhere x and y are taken in proportion
 * to what memory carries there.
 *
 * @param square a, of which the unit is that of 1/traffic
 * @param linear b
 * @param constant c, in units of traffic
 * @param sustained what memory carries at most where it was fitted, in units of traffic
 * @param from lowest x of the workloads that it was fitted to; below it is a guess
 * @param to highest x of these
 * @param error root mean square of y at these, in units of traffic; NaN where not known
 * @param origin who fitted it, to what
 */
public record ReferenceCurve(double square, double linear, double constant, double sustained, double from, double to,
        double error, String origin) {
    /**
     * As published, in transactions per microsecond; the machine's peak and the pilots' range are not, so the bus of
     * the same seed stands in.
     */
    public static final ReferenceCurve PUBLISHED = new ReferenceCurve(-0.0118, 1.4571, -6.2403, 29.5, Double.NaN,
            Double.NaN, Double.NaN, "Xu, Wu, Yew 2010");
    /** The reference is the ideal average bandwidth itself. */
    public static final ReferenceCurve IDENTITY = new ReferenceCurve(0, 1, 0, 1, 0, 1, 0,
            "the ideal average bandwidth itself");

    /** Where to aim, in the unit of {@code ideal}. @param peak what memory carries here, in the same unit */
    public double reference(double ideal, double peak) {
        double x = ideal * sustained / peak;
        return Math.max(0, Math.min(x, at(x))) * peak / sustained;
    }

    /** The polynomial as it is, on the machine where it was fitted. */
    public double at(double x) {
        return (square * x + linear) * x + constant;
    }
}
