package runbench.sync.eventlog;

import runbench.base.timeline.PlacedStamp;

/**
 * An event with its place in the order of all clocks. The object is reused for each event, so copy values to keep
 * them.
 */
public final class LogEntry {
    private final PlacedStamp at = new PlacedStamp();
    private LogSource source;
    private LogCursor cursor;
    private long shownNanos;

    /** Sets the event and places it by its clock's model. */
    void set(LogSource of, LogCursor event) {
        source = of;
        cursor = event;
        source.timeline().locate(cursor.timeNanos(), at);
        shownNanos = at.refNanos();
    }

    void move(long shown) {
        shownNanos = shown;
    }

    public LogSource source() {
        return source;
    }

    /** Returns the event itself. */
    public LogCursor cursor() {
        return cursor;
    }

    /** Returns the stamp in the reference's time, with its errors. */
    public PlacedStamp at() {
        return at;
    }

    /** Returns the shown time, ns of the reference: the time by the clock's model plus the shift. */
    public long shownNanos() {
        return shownNanos;
    }

    /** Returns the shift because of a message, ns; 0 if the event was not shifted. */
    public long shiftNanos() {
        return shownNanos - at.refNanos();
    }
}
