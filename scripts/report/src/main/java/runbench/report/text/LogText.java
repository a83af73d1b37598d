package runbench.report.text;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import runbench.base.quantity.Printable;
import runbench.base.quantity.PrintableOutput;
import runbench.base.quantity.Units;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.live.LiveEvent;

/** Prints the events of a log, one line per event, with times since the first event. */
public final class LogText implements LogMerge.EventConsumer, AutoCloseable {
    private static final int BUFFER_CHARS = 1 << 15;
    private static final long SECOND = 1_000_000_000;

    private final PrintWriter out;
    private final boolean placed;
    private final StringBuilder text = new StringBuilder();
    private boolean started;
    private long first;
    private double lastError = Double.NaN;
    private String lastErrorText = "";

    /**
     * Creates a printer, to be closed with {@link #close}.
     *
     * @param placed true to print the errors of the times, and shifts
     */
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
        details(c.details(), text);
        if (placed && e.shiftNanos() > 0) {
            text.append("  (moved by ").append(Units.nanos(e.shiftNanos())).append(')');
        }
        text.append('\n');
        if (text.length() > BUFFER_CHARS) {
            close();
        }
    }

    /** Appends the typed parts of an event. */
    private static void details(LogDetails d, StringBuilder to) {
        if (d.value() != null) {
            to.append("  = ").append(d.value());
        }
        if (d.severity() != null) {
            to.append("  [").append(d.severity().word()).append(']');
        }
        if (d.parent() != 0) {
            to.append("  in #").append(Long.toUnsignedString(d.parent()));
        }
        d.fields().forEach((name, value) -> to.append("  ").append(Printable.line(name + "=" + value)));
        to.append(d.isCut() ? "  (fields truncated)" : "");
    }

    /** Writes buffered text; the writer stays open. */
    @Override
    public void close() {
        out.append(text);
        text.setLength(0);
    }

    /** Appends seconds in the format %14.9f. */
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

    /** Prints the result of ordering the events. */
    public static void print(MergeReport r, String axis, PrintWriter out) {
        out.printf("%s in the time of %s; %s matched%n", Units.counted(r.events(), "event"), axis,
                Units.counted(r.matched(), "message"));
        out.printf("received before sent: %,d as recorded, %,d after clock correction, %,d of these beyond the clocks' "
                + "bounds; after ordering %,d%n", r.reversedRaw(), r.reversed(), r.beyond(), r.impossible());
        if (r.shifted() > 0) {
            out.printf("%s moved to satisfy the order of messages, by at most %s%n",
                    Units.counted(r.shifted(), "event"), Units.nanos(r.largestShiftNs()));
        }
        if (r.impossible() > 0) {
            out.printf("! %,d receives are before their sends, in a cycle or on one clock: check the ids%n",
                    r.impossible());
        }
        if (r.unmatched() > 0) {
            out.printf("%s without a send%n", Units.counted(r.unmatched(), "receive"));
        }
        if (r.ambiguous() > 0) {
            out.printf("%,d ids were sent more than once and do not define an order%n", r.ambiguous());
        }
    }

    /** Prints the events of a growing log, one line per event. */
    public static final class LiveText {
        private static final int[] COLOURS = {36, 33, 35, 32, 34, 31};
        private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT)
                .withZone(ZoneOffset.UTC);

        private final PrintableOutput out;
        private final int columns;
        private final boolean recorded;
        private final Map<String, Integer> colours = new HashMap<>();
        private long origin = Long.MIN_VALUE;

        /**
         * Creates a printer.
         *
         * @param columns width of the terminal, which gets a colour per node; 0 for other outputs, whose lines are not
         *     truncated
         * @param recorded true to print each node's own wall clock (UTC) instead of the reference's time
         */
        public LiveText(PrintWriter out, int columns, boolean recorded) {
            this.out = PrintableOutput.of(out);
            this.columns = columns;
            this.recorded = recorded;
        }

        /** Sets the origin of the times; without it, the origin is the first printed event. */
        public void origin(LiveEvent first) {
            origin = first.shownNanos();
        }

        /** Prints an event. */
        public void print(LiveEvent e) {
            if (origin == Long.MIN_VALUE) {
                origin(e);
            }
            StringBuilder line = new StringBuilder(columns + 40);
            line.append(recorded ? CLOCK.format(Instant.ofEpochSecond(0, e.wallNanos()))
                    : String.format("%13.6f", (e.shownNanos() - origin) / 1e9));
            line.append(recorded ? ' ' : mark(e));
            if (!recorded) {
                line.append(String.format("%-9s", error(e.at())));
            }
            line.append(String.format(" %-10s %-7s %s", Printable.line(e.node()), e.what().word(),
                    Printable.line(e.type().name())));
            if (e.id() != 0) {
                line.append(" #").append(Long.toUnsignedString(e.id()));
            }
            if (!e.comment().isEmpty()) {
                line.append("  ").append(Printable.line(e.comment()));
            }
            details(e.details(), line);
            if (!recorded && e.shiftNanos() != 0) {
                line.append("  (moved by ")
                        .append(e.shiftNanos() < 0 ? "-" : "")
                        .append(Units.nanos(Math.abs(e.shiftNanos())))
                        .append(')');
            }
            if (e.late()) {
                line.append("  (late)");
            }
            if (columns == 0) {
                out.println(line);
            } else {
                int colour = colours.computeIfAbsent(e.node(), node -> COLOURS[colours.size() % COLOURS.length]);
                String fits = line.codePointCount(0, line.length()) <= columns ? line.toString()
                        : line.substring(0, line.offsetByCodePoints(0, Math.max(1, columns - 1))) + ">";
                out.println(fits, colour);
            }
        }

        private static char mark(LiveEvent e) {
            return e.late() ? '!' : e.shiftNanos() != 0 ? '~' : ' ';
        }

        private static String error(ReferenceTime at) {
            double error = Math.max(-at.loNanos(), at.hiNanos());
            return error == 0 ? "" : Double.isFinite(error) ? "±" + Units.nanos(error).replace(" ", "") : "±?";
        }
    }
}
