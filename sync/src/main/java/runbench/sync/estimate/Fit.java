package runbench.sync.estimate;

/**
 * A fitted line and how far it may be off.
 *
 * @param line the lead
 * @param lead standard error of the lead at the moment asked for, ns; NaN: unknown
 * @param slope standard error of the slope, ns per ns; NaN: unknown
 */
public record Fit(ClockLine line, double lead, double slope) {}
