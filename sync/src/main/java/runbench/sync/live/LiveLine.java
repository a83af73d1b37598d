package runbench.sync.live;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import runbench.base.json.Json;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * An event as a line of newline-delimited JSON, for files, displays and other programs. Members without a value are
 * omitted.
 */
public final class LiveLine {
    private static final JsonFactory FACTORY = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);

    private LiveLine() {
    }

    /** Returns one line without its line end. */
    public static String of(LiveEvent e) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try {
            write(e, line);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Writes one line in UTF-8 without its line end; the stream stays open. */
    static void write(LiveEvent e, OutputStream to) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(to, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeNumberField("number", e.number());
            json.writeStringField("node", e.node());
            json.writeNumberField("pid", e.pid());
            json.writeNumberField("tid", e.tid());
            json.writeNumberField("monotonic_ns", e.clockNanos());
            json.writeNumberField("wall_ns", e.wallNanos());
            json.writeStringField("type", e.type().name());
            if (e.type().kind() != null) {
                json.writeStringField("kind", e.type().kind().word());
            }
            if (e.type().colour() != null) {
                json.writeStringField("colour",
                        "#" + Integer.toHexString(1 << 24 | e.type().colour() & 0xffffff).substring(1));
            }
            json.writeStringField("what", e.what().word());
            if (e.id() != 0) {
                json.writeStringField("id", Long.toUnsignedString(e.id()));
            }
            if (!e.comment().isEmpty()) {
                json.writeStringField("comment", e.comment());
            }
            writeDetails(json, e.details());
            write(json, e.at());
            json.writeNumberField("shift_ns", e.shiftNanos());
            json.writeBooleanField("late", e.late());
            json.writeEndObject();
        }
    }

    private static void writeDetails(JsonGenerator json, LogDetails details) throws IOException {
        if (details.severity() != null) {
            json.writeStringField("severity", details.severity().word());
        }
        if (details.value() != null) {
            json.writeNumberField("value", details.value());
        }
        if (details.parent() != 0) {
            json.writeStringField("parent", Long.toUnsignedString(details.parent()));
        }
        if (!details.fields().isEmpty()) {
            json.writeFieldName("fields");
            details.writeFields(json);
        }
        if (details.isCut()) {
            json.writeBooleanField("fields_cut", true);
        }
    }

    private static void write(JsonGenerator json, ReferenceTime at) throws IOException {
        json.writeNumberField("ref_ns", at.refNanos());
        if (!Double.isNaN(at.errStatNanos())) {
            json.writeNumberField("err_stat_ns", Math.round(at.errStatNanos() * 10) / 10.0);
        }
        if (Double.isFinite(at.loNanos())) {
            json.writeNumberField("lo_ns", at.earliest());
        }
        if (Double.isFinite(at.hiNanos())) {
            json.writeNumberField("hi_ns", at.latest());
        }
        json.writeStringField("how", at.how().word());
    }

    /**
     * Parses a line of {@link #of}.
     *
     * @throws IOException if the line has another form
     */
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
            LogType type = new LogType(text(of, "type"),
                    kind == null ? null : LogKind.valueOf(kind.toUpperCase(Locale.ROOT)),
                    colour == null ? null : (Integer) Integer.parseInt(colour.substring(1), 16));
            return new LiveEvent(number(of, "number"), text(of, "node"), (int) number(of, "pid"),
                    (int) number(of, "tid"), number(of, "monotonic_ns"), number(of, "wall_ns"), type,
                    LogWhat.valueOf(text(of, "what").toUpperCase(Locale.ROOT)),
                    of.containsKey("id") ? Long.parseUnsignedLong(text(of, "id")) : 0,
                    (String) of.getOrDefault("comment", ""), at, number(of, "shift_ns"),
                    Boolean.TRUE.equals(of.get("late")), details(of));
        } catch (RuntimeException e) {
            throw new IOException("not an event: " + e.getMessage(), e);
        }
    }

    private static LogDetails details(Map<String, Object> of) {
        String severity = (String) of.get("severity");
        Object value = of.get("value");
        Object fields = of.get("fields");
        if (severity == null && value == null && fields == null && !of.containsKey("parent")
                && !of.containsKey("fields_cut")) {
            return LogDetails.NONE;
        }
        Map<String, Object> byName = new LinkedHashMap<>();
        if (fields instanceof Map<?, ?> named) {
            named.forEach((name, field) -> byName.put((String) name,
                    field instanceof Double || field instanceof String ? field
                            : (Object) ((Number) field).longValue()));
        }
        // NaN and infinities are text in JSON.
        return new LogDetails(severity == null ? null : LogSeverity.valueOf(severity.toUpperCase(Locale.ROOT)),
                of.containsKey("parent") ? Long.parseUnsignedLong(text(of, "parent")) : 0,
                value == null ? null : Double.valueOf(value.toString()), byName,
                Boolean.TRUE.equals(of.get("fields_cut")));
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
