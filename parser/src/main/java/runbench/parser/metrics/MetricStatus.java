package runbench.parser.metrics;

import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.record.Labeled;

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
