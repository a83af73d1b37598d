package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** The source of a traffic value in a live schedule. */
public enum TrafficBasis {
    /** The program's own counters. */
    COUNTED("counted"),
    /** The profile at the program's position; nothing was counted. */
    PROFILE("profile"),
    /** The profile for the time in which nothing was counted, counters otherwise. */
    MIXED("counted and profile");

    private final String label;

    TrafficBasis(String label) {
        this.label = label;
    }

    /** Returns the label in files. */
    @JsonValue
    public String label() {
        return label;
    }

    /** Returns the source of a combination, or null if there is none. */
    public static TrafficBasis of(boolean counted, boolean profile) {
        return counted && profile ? MIXED : counted ? COUNTED : profile ? PROFILE : null;
    }
}
