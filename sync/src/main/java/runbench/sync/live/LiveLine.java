package runbench.sync.live;

import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import runbench.base.json.Json;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogKind;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogWhat;
import runbench.sync.eventlog.RowText;

/** An event as a line of newline-delimited JSON: how files, displays and other programs have it. Members without a value are left out. */
public final class LiveLine {
    private LiveLine() {
    }

    /** One line, without its end. */
    public static String of(LiveEvent e) {
        RowText row = RowText.json();
        append(row, e);
        return row.take().stripTrailing();
    }

    /** Adds a line, with its end. */
    static void append(RowText row, LiveEvent e) {
        LogType type = e.type();
        row.number("number", e.number()).word("node", e.node()).number("pid", e.pid()).number("tid", e.tid()).number("monotonic_ns", e.clockNanos())
                .number("wall_ns", e.wallNanos()).word("type", type.name()).word("kind", type.kind() == null ? "" : type.kind().word())
                .word("colour", type.colour() == null ? "" : "#" + HexFormat.of().toHexDigits(type.colour(), 6)).word("what", e.what().word());
        if (e.id() != 0) {
            row.id("id", e.id());
        }
        ReferenceTime at = e.at();
        row.comment("comment", e.comment()).number("ref_ns", at.refNanos()).tenths("err_stat_ns", at.errStatNanos());
        if (Double.isFinite(at.loNanos())) {
            row.number("lo_ns", at.earliest());
        }
        if (Double.isFinite(at.hiNanos())) {
            row.number("hi_ns", at.latest());
        }
        row.word("how", at.how().word()).number("shift_ns", e.shiftNanos()).truth("late", e.late()).end();
    }

    /** @throws IOException not a line of {@link #of} */
    public static LiveEvent parse(String line) throws IOException {
        Map<String, Object> of = Json.object(line);
        try {
            long ref = number(of, "ref_ns");
            Object err = of.get("err_stat_ns");
            ReferenceTime at = new ReferenceTime(ref, err == null ? Double.NaN : ((Number) err).doubleValue(),
                    of.containsKey("lo_ns") ? number(of, "lo_ns") - ref : Double.NEGATIVE_INFINITY,
                    of.containsKey("hi_ns") ? number(of, "hi_ns") - ref : Double.POSITIVE_INFINITY,
                    ReferenceTime.How.valueOf(text(of, "how").toUpperCase(Locale.ROOT)));
            String colour = (String) of.get("colour");
            String kind = (String) of.get("kind");
            LogType type = new LogType(text(of, "type"), kind == null ? null : LogKind.valueOf(kind.toUpperCase(Locale.ROOT)),
                    colour == null ? null : (Integer) Integer.parseInt(colour.substring(1), 16));
            return new LiveEvent(number(of, "number"), text(of, "node"), (int) number(of, "pid"), (int) number(of, "tid"), number(of, "monotonic_ns"),
                    number(of, "wall_ns"), type, LogWhat.valueOf(text(of, "what").toUpperCase(Locale.ROOT)),
                    of.containsKey("id") ? Long.parseUnsignedLong(text(of, "id")) : 0, (String) of.getOrDefault("comment", ""), at,
                    number(of, "shift_ns"), Boolean.TRUE.equals(of.get("late")));
        } catch (RuntimeException e) {
            throw new IOException("not an event: " + e.getMessage(), e);
        }
    }

    private static long number(Map<String, Object> of, String member) {
        if (of.get(member) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(member + " is missing or not a number");
    }

    private static String text(Map<String, Object> of, String member) {
        if (of.get(member) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(member + " is missing or not text");
    }
}
