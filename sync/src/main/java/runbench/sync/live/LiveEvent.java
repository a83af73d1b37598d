package runbench.sync.live;

import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogEntry;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogWhat;

/**
 * An event with its place among those of all nodes. Raw and corrected stamps stand beside each other, so that the
 * correction can be checked, and switched off.
 *
 * @param number its place in the order in which events were emitted, from 1; displays ask again from here
 * @param node name of the node
 * @param clockNanos CLOCK_MONOTONIC of its host, as it was recorded
 * @param wallNanos CLOCK_REALTIME of its host, as far as that clock is right: what one would see without any correction
 * @param id of the message; 0: none
 * @param comment empty where there is none
 * @param at where the clock's model puts it, with statistical error and interval
 * @param shiftNanos by how much it was moved beyond that for the sake of a message's order; negative: to an earlier
 *     time
 * @param late emitted behind one that comes after it in the order: it came later than the hold allows
 */
public record LiveEvent(long number, String node, int pid, int tid, long clockNanos, long wallNanos, LogType type,
        LogWhat what, long id, String comment, ReferenceTime at, long shiftNanos, boolean late) {
    /** As it stands after the exact merge. */
    public static LiveEvent of(long number, LogEntry e) {
        LogCursor c = e.cursor();
        LogFile file = e.source().file();
        return new LiveEvent(number, e.source().node(), file.pid(), c.tid(), c.timeNanos(),
                c.timeNanos() + file.realtimeMinusClockNanos(), c.type(), c.what(), c.id(), c.comment(), e.at().value(),
                e.shiftNanos(), false);
    }

    /** Where it stands in the order, ns of the reference. */
    public long shownNanos() {
        return at.refNanos() + shiftNanos;
    }
}
