package runbench.sync.eventlog;

import java.util.Locale;

/** The kind of a type of events. */
public enum LogKind {
    /** A single event without duration. */
    POINT,
    /** A thread is in the region from begin to end; the regions of a thread are nested. */
    REGION,
    /** A process is in the state from begin to end; the two may be in different threads. */
    STATE,
    /** Sends and receives. */
    MESSAGE;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the word for tables. */
    public String word() {
        return word;
    }
}
