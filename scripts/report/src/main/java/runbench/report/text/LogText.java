package runbench.report.text;

import java.io.PrintWriter;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.MergeReport;

/** Events for a person: a line each, times since the first. */
public final class LogText implements LogMerge.EventConsumer, AutoCloseable {
    private static final int WRITE_BEYOND = 1 << 15;
    private static final long SECOND = 1_000_000_000;

    private final PrintWriter out;
    private final boolean placed;
    private final StringBuilder text = new StringBuilder();
    private boolean started;
    private long first;
    private double lastError = Double.NaN;
    private String lastErrorText = "";

    /** @param placed with the errors of the times, and shifts; ended by {@link #close} */
    public LogText(PrintWriter out, boolean placed) {
        this.out = out;
        this.placed = placed;
    }

    @Override
    public void event(LogEntry e) {
        if (!started) {
            first = e.shownNanos();
            started = true;
        }
        LogCursor c = e.cursor();
        seconds(e.shownNanos() - first);
        if (placed) {
            text.append(' ');
            left(error(e), 10);
        }
        text.append("  ");
        left(Printable.line(e.source().node()), 16);
        text.append(' ');
        right(c.tid(), 7);
        text.append("  ");
        left(c.what().word(), 7);
        text.append(' ').append(Printable.line(c.type().name()));
        if (c.id() != 0) {
            text.append(" #").append(Long.toUnsignedString(c.id()));
        }
        if (!c.comment().isEmpty()) {
            text.append("  ").append(Printable.line(c.comment()));
        }
        if (placed && e.shiftNanos() > 0) {
            text.append("  (moved by ").append(Units.nanos(e.shiftNanos())).append(')');
        }
        text.append('\n');
        if (text.length() > WRITE_BEYOND) {
            close();
        }
    }

    /** Writes what is left; the writer stays open. */
    @Override
    public void close() {
        out.append(text);
        text.setLength(0);
    }

    /** As %14.9f would. */
    private void seconds(long nanos) {
        int from = text.length();
        long whole = Math.abs(nanos / SECOND);
        text.append(nanos < 0 ? "-" : "").append(whole).append('.');
        String fraction = Long.toString(Math.abs(nanos % SECOND));
        text.append("000000000", fraction.length(), 9).append(fraction);
        text.insert(from, " ".repeat(Math.max(0, 14 - (text.length() - from))));
    }

    private void left(String word, int width) {
        text.append(word);
        for (int i = word.length(); i < width; i++) {
            text.append(' ');
        }
    }

    private void right(int number, int width) {
        String digits = Integer.toString(number);
        for (int i = digits.length(); i < width; i++) {
            text.append(' ');
        }
        text.append(digits);
    }

    private String error(LogEntry e) {
        double error = Math.max(-e.at().loNanos(), e.at().hiNanos());
        if (error != lastError) {
            lastError = error;
            lastErrorText = error == 0 ? "" : Double.isFinite(error) ? "±" + Units.nanos(error) : "± ?";
        }
        return lastErrorText;
    }

    /** What came of the order, in words. */
    public static void print(MergeReport r, String axis, PrintWriter out) {
        out.printf("%,d events in the time of %s; %,d messages matched%n", r.events(), axis, r.matched());
        out.printf(
                "received before they were sent: %,d as recorded, %,d by the clocks' models, %,d of these beyond the clocks' bounds; now %,d%n",
                r.reversedRaw(), r.reversed(), r.beyond(), r.impossible());
        if (r.shifted() > 0) {
            out.printf("%,d events were moved for the sake of an order that messages prove, by %s at most%n",
                    r.shifted(), Units.nanos(r.largestShiftNs()));
        }
        if (r.impossible() > 0) {
            out.printf(
                    "! %,d receives stand before their sends: in a circle, or by one and the same clock: are the ids right?%n",
                    r.impossible());
        }
        if (r.unmatched() > 0) {
            out.printf("%,d receives without a send%n", r.unmatched());
        }
        if (r.ambiguous() > 0) {
            out.printf("%,d ids were sent more than once: no order follows from them%n", r.ambiguous());
        }
    }
}
