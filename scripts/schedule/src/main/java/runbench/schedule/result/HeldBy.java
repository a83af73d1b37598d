package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** The mechanism that stops a program with all its processes. */
public enum HeldBy {
    /** The freezer of a dedicated control group. */
    FREEZER("freezer"),
    /** SIGSTOP to all processes of the program. */
    SIGNALS("signals");

    private final String label;

    HeldBy(String label) {
        this.label = label;
    }

    /** Returns the label in files. */
    @JsonValue
    public String label() {
        return label;
    }

    public static HeldBy of(String label) {
        return label.equals(FREEZER.label) ? FREEZER : SIGNALS;
    }
}
