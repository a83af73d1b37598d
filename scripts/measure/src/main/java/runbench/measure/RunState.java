package runbench.measure;

import java.util.Locale;

/** The state of a run as recorded in {@code run.json}. */
public enum RunState {
    /** Started; no end is recorded. */
    RUNNING, FINISHED, FAILED, INTERRUPTED,
    /** The process was killed or the machine stopped; a later command recorded the end. */
    CUT_OFF;

    /**
     * Returns the state named in run.json.
     *
     * @throws IllegalArgumentException there is no such state
     */
    static RunState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }

    /** Returns whether the run itself recorded no end. */
    public boolean isCutOff() {
        return this == RUNNING || this == CUT_OFF;
    }

    /** Returns the name in run.json. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
