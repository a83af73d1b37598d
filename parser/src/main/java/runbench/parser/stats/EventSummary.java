package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonProperty;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Term;
import runbench.parser.series.SeriesReport.CountEstimate;

/**
 * What was counted of one event. Everything is null for an event that was not counted: it is not 0.
 *
 * @param status what became of it
 * @param reason why it was not counted, what the estimate rests on, or why a count of 0 may be none; else null
 * @param countedAs what was really counted, and by what
 * @param unit of the count
 * @param finalCount exact count of what was counted, over all tasks and CPUs
 * @param finalEstimate the count over the whole running time; null unless estimated
 * @param finalEstimateError half of the interval around the estimate that holds the true count with 95 % confidence,
 *     from the spread between rotations; null unless estimated, and where too few rotations were seen
 * @param impossibleReadings readings left out because no CPU can count so much; null when there was none
 * @param rateUnit of the rates
 * @param meanRate over the whole run
 * @param peakRate of the fastest stretch of at least half a period, see {@link runbench.parser.series.PeakRate}; null
 *     without one, and for clocks, whose rate in a period is always 1
 * @param shareMeasured share of the running time in which it was counted, 0..1
 * @param scaled the final count in scaledUnit, by the kernel's scale; null where counts are counts. Rates are in it too
 * @param socketWide whole sockets counted it, whoever ran there; its rates are per second of wall time
 */
public record EventSummary(String name, CountStatus status, String reason, @JsonProperty("counted_as") String countedAs,
        Term<CountSource> source, String unit, @JsonProperty("final") Long finalCount,
        @JsonProperty("final_estimate") Double finalEstimate,
        @JsonProperty("final_estimate_error") Double finalEstimateError,
        @JsonProperty("impossible_readings") Long impossibleReadings, @JsonProperty("rate_unit") String rateUnit,
        @JsonProperty("mean_rate") Double meanRate, @JsonProperty("peak_rate") Double peakRate,
        @JsonProperty("share_measured") Double shareMeasured, @JsonProperty("scaled") Double scaled,
        @JsonProperty("scaled_unit") String scaledUnit, @JsonProperty("socket_wide") boolean socketWide) {

    /** What an {@linkplain CountEstimate#estimated estimated} count rests on, in words. */
    public static String reason(CountEstimate estimate) {
        String share = "counted in " + Math.round(estimate.share() * 1000) / 10.0 + " % of the running time";
        return estimate.faults() == 0 ? "multiplexed: " + share
                : estimate.faults() + " readings that no CPU can count were left out: " + share;
    }
}
