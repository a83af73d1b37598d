package runbench.sync.eventlog;

import java.util.Locale;

/** What the events of a type are. */
public enum LogKind {
    /** Something happened. */
    POINT,
    /** A thread is within it from begin to end; those of a thread are nested. */
    REGION,
    /** A process is in it from begin to end, which may be in different threads. */
    STATE,
    /** Sent and received. */
    MESSAGE;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** As tables have it. */
    public String word() {
        return word;
    }
}
