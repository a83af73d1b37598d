package runbench.parser.check;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import runbench.parser.record.Labeled;

/** What came of holding an event or a metric against kernels of known counts. */
public enum CheckVerdict implements Labeled {
    /** Inside the bounds of every kernel that tells it. */
    OK("ok"),
    /** Outside the bounds of one kernel at least. */
    OFF("off"),
    /** Not counted on this machine, so that there was nothing to check. */
    NOT_COUNTABLE("not countable"),
    /** No kernel that runs here tells what it should be. */
    NOT_CHECKED("not checked");

    private final String label;

    CheckVerdict(String label) {
        this.label = label;
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }

    static CheckVerdict of(String label) {
        return Arrays.stream(values()).filter(v -> v.label.equals(label)).findFirst().orElse(NOT_CHECKED);
    }
}
