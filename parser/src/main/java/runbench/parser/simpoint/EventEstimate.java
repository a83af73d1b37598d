package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The rate of one event in one task, from all intervals and estimated from a few. All rates are counts per instruction.
 *
 * @param event name
 * @param all over all intervals
 * @param simpoint by one interval for each cluster
 * @param stratified by the intervals that were drawn
 * @param low of the 95 % interval of {@code stratified}
 * @param high of the same
 * @param used it was used to make the clusters, so that its estimates are no check of them
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record EventEstimate(String event, double all, double simpoint, double stratified, double low, double high,
        boolean used) {
    private static final double ROUNDING = 1e-9;

    /** Relative; NaN where nothing was counted. */
    @JsonProperty("simpoint_error")
    public double simpointError() {
        return simpoint / all - 1;
    }

    /** Relative; NaN where nothing was counted. */
    @JsonProperty("stratified_error")
    public double stratifiedError() {
        return stratified / all - 1;
    }

    /** Half of the interval's width, relative to the estimate. */
    public double halfWidth() {
        return (high - low) / 2 / stratified;
    }

    /** Returns whether the rate of all intervals is within the confidence interval. */
    @JsonProperty("holds")
    public boolean holds() {
        return low <= all * (1 + ROUNDING) && all * (1 - ROUNDING) <= high;
    }
}
