package runbench.sync.live;

import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * An event with its place in the order of all nodes. It contains raw and corrected stamps, so that the correction can
 * be checked and switched off.
 *
 * @param number position in the order of emission, from 1; displays resume from here
 * @param node name of the node
 * @param pid process
 * @param tid thread
 * @param clockNanos recorded CLOCK_MONOTONIC of its host, ns
 * @param wallNanos CLOCK_REALTIME of its host, ns: the time without any correction
 * @param type type of the event
 * @param what role of the event
 * @param id id of the message or span; 0 if none
 * @param comment comment; may be empty
 * @param at time by the clock's model, with statistical error and interval
 * @param shiftNanos shift because of a message, ns; negative: to an earlier time
 * @param late whether it was emitted after a later event, because it arrived after the hold
 * @param details typed parts
 */
public record LiveEvent(long number, String node, int pid, int tid, long clockNanos, long wallNanos, LogType type,
        LogWhat what, long id, String comment, ReferenceTime at, long shiftNanos, boolean late, LogDetails details) {
    /** Creates an event without typed parts. */
    public LiveEvent(long number, String node, int pid, int tid, long clockNanos, long wallNanos, LogType type,
            LogWhat what, long id, String comment, ReferenceTime at, long shiftNanos, boolean late) {
        this(number, node, pid, tid, clockNanos, wallNanos, type, what, id, comment, at, shiftNanos, late,
                LogDetails.NONE);
    }

    /** Returns an event with its place in the exact merge. */
    public static LiveEvent of(long number, LogEntry e) {
        LogCursor c = e.cursor();
        LogFile file = e.source().file();
        return new LiveEvent(number, e.source().node(), file.pid(), c.tid(), c.timeNanos(),
                c.timeNanos() + file.realtimeMinusClockNanos(), c.type(), c.what(), c.id(), c.comment(), e.at().value(),
                e.shiftNanos(), false, c.details());
    }

    /** Returns the shown time, ns of the reference. */
    public long shownNanos() {
        return at.refNanos() + shiftNanos;
    }
}
