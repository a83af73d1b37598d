package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a program with all its processes is stopped. */
public enum HeldBy {
    /** The freezer of a control group of its own. */
    FREEZER("freezer"),
    /** SIGSTOP to all its processes. */
    SIGNALS("signals");

    private final String label;

    HeldBy(String label) {
        this.label = label;
    }

    /** As it stands in files. */
    @JsonValue
    public String label() {
        return label;
    }

    public static HeldBy of(String label) {
        return label.equals(FREEZER.label) ? FREEZER : SIGNALS;
    }
}
