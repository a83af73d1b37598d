package runbench.parser.window;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import runbench.parser.series.Axis;

/**
 * What was counted in a part of a run; nothing in it is of the whole run but its name and length.
 *
 * @param benchmark name of the run
 * @param window which part
 * @param axis along which it lies
 * @param lengthS of the part, s; null along instructions
 * @param share of the run, 0..1
 * @param runS running time of all tasks in it, s; null along instructions
 * @param instructions that all tasks executed in it; null along times
 * @param samples that end in it
 * @param events those that were counted
 * @param metrics those that can be computed
 */
public record PartSummary(String benchmark, TimeWindow window, Axis axis, @JsonProperty("length_s") Double lengthS,
        double share, @JsonProperty("run_s") Double runS, Long instructions, long samples, List<PartEvent> events,
        List<PartMetric> metrics) {

    /**
     * A sampling period that lies partly in the part is shared out by time.
     *
     * @param count estimated where the event was multiplexed
     * @param meanRate per second of running time, or 10^6 instructions; of a clock per second of wall time; null
     *     without any
     * @param peakRate of the fastest stretch of at least half a period in the part, see
     *     {@link runbench.parser.series.PeakRate}; null without one
     * @param shareMeasured of the running time, 0..1
     */
    public record PartEvent(String name, String unit, double count, @JsonProperty("mean_rate") Double meanRate,
            @JsonProperty("rate_unit") String rateUnit, @JsonProperty("peak_rate") Double peakRate,
            @JsonProperty("share_measured") double shareMeasured) {}

    /** @param value of the sums over the part */
    public record PartMetric(String name, double value, String unit) {}
}
