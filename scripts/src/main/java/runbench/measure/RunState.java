package runbench.measure;

import java.util.Locale;

/** How far a run has come, as its record says. */
public enum RunState {
    /** Begun, and not ended by anyone who could write it down. */
    RUNNING,
    FINISHED,
    FAILED,
    INTERRUPTED;

    /** In run.json. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
