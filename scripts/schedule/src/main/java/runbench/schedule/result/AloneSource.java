package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** Where the programs' times alone come from. */
public enum AloneSource {
    /** Each ran alone first, on the same CPUs. */
    MEASURED("measured"),
    /** Their profiles say so. */
    PROFILE("profile"),
    /** An earlier run's result says so. */
    EARLIER("earlier run"),
    /** Nobody knows: there are no slow-downs. */
    UNKNOWN("unknown");

    private final String label;

    AloneSource(String label) {
        this.label = label;
    }

    /** As it stands in files. */
    @JsonValue
    public String label() {
        return label;
    }
}
