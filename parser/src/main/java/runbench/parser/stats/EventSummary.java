package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonProperty;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Term;
import runbench.parser.series.SeriesReport.CountEstimate;

/**
 * The counts of one event. All counts of an event that was not counted are null, not 0.
 *
 * @param name of the event
 * @param status result of counting it
 * @param reason why it was not counted, the basis of the estimate, or why a count of 0 is doubtful; else null
 * @param countedAs the event that was counted, and its source
 * @param unit of the count
 * @param finalCount exact count while the counter was active, over all tasks and CPUs
 * @param finalEstimate the count over the whole running time; null unless estimated
 * @param finalEstimateError half-width of the 95 % confidence interval of the estimate, from the spread between
 *     rotations; null unless estimated, and with too few rotations
 * @param impossibleReadings number of readings dropped because no CPU can count that fast; null if there was none
 * @param rateUnit of the rates
 * @param meanRate rate over the whole run
 * @param peakRate of the fastest stretch of at least half a period, see {@link runbench.parser.series.PeakRate}; null
 *     without one, and for clocks, whose rate in a period is always 1
 * @param shareMeasured share of the running time in which it was counted, 0..1
 * @param scaled the final count in scaledUnit, by the kernel's scale; null for plain counts. Rates use scaledUnit too
 * @param socketWide whether the count covers all programs of whole sockets; its rates are per second of wall time
 */
public record EventSummary(String name, CountStatus status, String reason, @JsonProperty("counted_as") String countedAs,
        Term<CountSource> source, String unit, @JsonProperty("final") Long finalCount,
        @JsonProperty("final_estimate") Double finalEstimate,
        @JsonProperty("final_estimate_error") Double finalEstimateError,
        @JsonProperty("impossible_readings") Long impossibleReadings, @JsonProperty("rate_unit") String rateUnit,
        @JsonProperty("mean_rate") Double meanRate, @JsonProperty("peak_rate") Double peakRate,
        @JsonProperty("share_measured") Double shareMeasured, @JsonProperty("scaled") Double scaled,
        @JsonProperty("scaled_unit") String scaledUnit, @JsonProperty("socket_wide") boolean socketWide) {

    /** Returns the basis of an {@linkplain CountEstimate#estimated estimated} count as text. */
    public static String reason(CountEstimate estimate) {
        String share = "counted in " + Math.round(estimate.share() * 1000) / 10.0 + " % of the running time";
        return estimate.faults() == 0 ? "multiplexed: " + share
                : estimate.faults() + " readings that no CPU can count were left out: " + share;
    }
}
