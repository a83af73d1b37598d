package runbench.sync.eventlog;

import runbench.base.timeline.PlacedStamp;

/** An event where it stands among those of all clocks: refilled for each, so copy what you want to keep. */
public final class LogEntry {
    private final PlacedStamp at = new PlacedStamp();
    private LogSource source;
    private LogCursor cursor;
    private long shownNanos;

    /** Where its clock's model puts it. */
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

    /** The event itself. */
    public LogCursor cursor() {
        return cursor;
    }

    /** Its stamp in the reference's time, with its errors. */
    public PlacedStamp at() {
        return at;
    }

    /** Where it stands in the order: the reference's time, later by what messages ask for. */
    public long shownNanos() {
        return shownNanos;
    }

    /** By how much it was moved for the sake of a message, ns; 0: it stands where its stamp says. */
    public long shiftNanos() {
        return shownNanos - at.refNanos();
    }
}
