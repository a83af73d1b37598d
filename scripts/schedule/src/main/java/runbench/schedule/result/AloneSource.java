package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** The source of the programs' times alone. */
public enum AloneSource {
    /** Each program ran alone first, on the same CPUs. */
    MEASURED("measured"),
    /** The profiles of the programs. */
    PROFILE("profile"),
    /** The result of an earlier run. */
    EARLIER("earlier run"),
    /** No source; there are no slow-downs. */
    UNKNOWN("unknown");

    private final String label;

    AloneSource(String label) {
        this.label = label;
    }

    /** Returns the label in files. */
    @JsonValue
    public String label() {
        return label;
    }
}
