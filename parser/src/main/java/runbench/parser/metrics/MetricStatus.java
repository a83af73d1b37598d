package runbench.parser.metrics;

import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.record.Labeled;

/** The status of a requested metric. */
public enum MetricStatus implements Labeled {
    COMPUTED("computed"),
    /** From multiplexed events, or by a formula that is itself an estimate. */
    ESTIMATED("estimated"), NOT_COMPUTED("not computed"),
    /** The processor counts nothing that it could be computed from. */
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
