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
import runbench.sync.live.LiveEvent;

/** Prints the events of a growing log, one line per event. */
public final class LiveText {
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
