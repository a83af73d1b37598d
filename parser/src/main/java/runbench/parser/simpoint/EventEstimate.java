package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The rate of one event in one task, from all intervals and estimated from a few. All rates are counts per instruction.
 *
 * @param event name of the event
 * @param all rate over all intervals
 * @param simpoint estimate from one interval per cluster
 * @param stratified estimate from the drawn intervals
 * @param low lower end of the 95 % interval of {@code stratified}
 * @param high upper end of the 95 % interval of {@code stratified}
 * @param used whether the clusters were built with this event, so that its estimates do not check them
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record EventEstimate(String event, double all, double simpoint, double stratified, double low, double high,
        boolean used) {
    private static final double ROUNDING = 1e-9;

    /**
     * Returns the relative error of the SimPoint estimate.
     *
     * @return NaN if nothing was counted
     */
    @JsonProperty("simpoint_error")
    public double simpointError() {
        return simpoint / all - 1;
    }

    /**
     * Returns the relative error of the stratified estimate.
     *
     * @return NaN if nothing was counted
     */
    @JsonProperty("stratified_error")
    public double stratifiedError() {
        return stratified / all - 1;
    }

    /** Returns half of the interval's width, relative to the estimate. */
    public double halfWidth() {
        return (high - low) / 2 / stratified;
    }

    /** Returns whether the rate of all intervals is within the confidence interval. */
    @JsonProperty("holds")
    public boolean holds() {
        return low <= all * (1 + ROUNDING) && all * (1 - ROUNDING) <= high;
    }
}
