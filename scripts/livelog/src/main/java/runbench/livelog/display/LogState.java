package runbench.livelog.display;

import java.util.Locale;

/** How far a log, or one node's part of it, has come. */
public enum LogState {
    /** Clocks are being measured; no server runs yet. */
    STARTING, RUNNING,
    /** Nothing comes from there at the moment, but may again. */
    LOST, FINISHED, FAILED, INTERRUPTED,
    /** Nobody said. */
    UNKNOWN;

    /** As files and displays have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
