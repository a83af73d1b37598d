package runbench.report.text;

import java.io.PrintWriter;
import runbench.base.quantity.Units;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogEntry;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.MergeReport;

/** Events for a person: a line each, times since the first. */
public final class LogText implements LogMerge.Visitor {
    private final PrintWriter out;
    private final boolean placed;
    private long first = Long.MIN_VALUE;

    /** @param placed with the errors of the times, and shifts */
    public LogText(PrintWriter out, boolean placed) {
        this.out = out;
        this.placed = placed;
    }

    @Override
    public void event(LogEntry e) {
        if (first == Long.MIN_VALUE) {
            first = e.shownNanos();
        }
        LogCursor c = e.cursor();
        StringBuilder line = new StringBuilder();
        line.append(String.format("%14.9f", (e.shownNanos() - first) / 1e9));
        if (placed) {
            line.append(String.format(" %-10s", error(e)));
        }
        line.append(String.format("  %-16s %7d  %-7s %s", e.source().node(), c.tid(), c.what().word(), c.type().name()));
        if (c.id() != 0) {
            line.append(" #").append(Long.toUnsignedString(c.id()));
        }
        if (!c.comment().isEmpty()) {
            line.append("  ").append(c.comment().replaceAll("\\p{Cntrl}", " "));
        }
        if (placed && e.shiftNanos() > 0) {
            line.append("  (moved by ").append(Units.nanos(e.shiftNanos())).append(')');
        }
        out.println(line);
    }

    private static String error(LogEntry e) {
        double error = Math.max(-e.at().loNanos(), e.at().hiNanos());
        return error == 0 ? "" : Double.isFinite(error) ? "±" + Units.nanos(error) : "± ?";
    }

    /** What came of the order, in words. */
    public static void print(MergeReport r, String axis, PrintWriter out) {
        out.printf("%,d events in the time of %s; %,d messages matched%n", r.events(), axis, r.matched());
        out.printf("received before they were sent: %,d as recorded, %,d by the clocks' models, %,d of these beyond the clocks' bounds; now %,d%n",
                r.reversedRaw(), r.reversed(), r.beyond(), r.impossible());
        if (r.shifted() > 0) {
            out.printf("%,d events were moved behind what they came after, by %s at most%n", r.shifted(), Units.nanos(r.largestShiftNs()));
        }
        if (r.impossible() > 0) {
            out.printf("! %,d receives stand before their sends: in a circle, or by one and the same clock: are the ids right?%n", r.impossible());
        }
        if (r.unmatched() > 0) {
            out.printf("%,d receives without a send%n", r.unmatched());
        }
        if (r.ambiguous() > 0) {
            out.printf("%,d ids were sent more than once: no order follows from them%n", r.ambiguous());
        }
    }
}
