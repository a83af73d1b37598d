package runbench.sync.estimate;

/**
 * A fitted line and its statistical errors.
 *
 * @param line the lead
 * @param lead standard error of the lead at the requested moment, ns; NaN if unknown
 * @param slope standard error of the slope, ns per ns; NaN if unknown
 */
public record Fit(ClockLine line, double lead, double slope) {}
