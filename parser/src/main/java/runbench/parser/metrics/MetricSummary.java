package runbench.parser.metrics;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import runbench.base.stats.Interval;
import runbench.parser.check.CheckMark;
import runbench.parser.record.Labeled;

/**
 * A metric of a run as summary.json contains it. Values that could not be computed are null, not 0.
 *
 * @param name name in options
 * @param title title for readers
 * @param status whether the metric was computed or estimated
 * @param reason reason why it is an estimate or was not computed; null if computed
 * @param value value of the whole run: the formula on the final counts
 * @param lowest lowest value of a regular period; null if no single period defines it
 * @param highest highest value of a regular period; null if no single period defines it
 * @param unit unit of the values; a rate states its base: "B/s of running time"
 * @param formula the formula used, or the first one if none could be computed; null if the processor has none
 * @param computedFrom formula, source and scope as text; null if not computed
 * @param check result of the check against kernels of known counts on the machine that recorded
 * @param interval interval of the true value; null if unknown. It is guaranteed without estimates, and has 95 %
 *     confidence with multiplexed events. It does not cover errors of the events themselves, see {@code check}
 * @param shareMeasured smallest share of the running time in which one of its events was counted, 0..1
 */
public record MetricSummary(String name, String title, MetricStatus status, String reason, Double value, Double lowest,
        Double highest, String unit, String formula, @JsonProperty("computed_from") String computedFrom,
        List<String> events, @JsonProperty("share_measured") Double shareMeasured, String explanation, CheckMark check,
        Interval interval) {

    /** The status of a requested metric. */
    public enum MetricStatus implements Labeled {
        COMPUTED("computed"),
        /** Computed from multiplexed events, or by a formula that is itself an estimate. */
        ESTIMATED("estimated"), NOT_COMPUTED("not computed"),
        /** The processor has no events for the metric. */
        NOT_AVAILABLE("not available");

        private final String label;

        MetricStatus(String label) {
            this.label = label;
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }
    }
}
