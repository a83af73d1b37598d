package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** What told a traffic. */
public enum TrafficBasis {
    /** Counters of the program's own. */
    COUNTED("counted"),
    /** Its profile, where it stood in that: nothing was counted. */
    PROFILE("profile"),
    /** Its profile for the time in which nothing was counted. */
    MIXED("counted and profile");

    private final String label;

    TrafficBasis(String label) {
        this.label = label;
    }

    /** As it stands in files. */
    @JsonValue
    public String label() {
        return label;
    }

    /** Of both together; null: not known. */
    public static TrafficBasis of(boolean counted, boolean profile) {
        return counted && profile ? MIXED : counted ? COUNTED : profile ? PROFILE : null;
    }
}
