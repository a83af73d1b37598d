package runbench.align.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * Writes a log in the JSON encoding of the OpenTelemetry protocol, as its file exporter does: one object per line, one
 * signal per file, ids in hexadecimal, 64-bit integers as decimal text, times in ns of the Unix epoch. See
 * "OpenTelemetry Protocol File Exporter" and "OTLP/JSON" in the OpenTelemetry specification.
 */
public final class OtlpLog implements LogMerge.EventConsumer {
    /** A kind of data; a file contains one. */
    public enum Signal {
        TRACES("Spans", "spans", "span",
                "log spans with rb_log_span_begin; regions have no ids: --format perfetto has them"),
        LOGS("Logs", "logRecords", "event", "log points, messages or regions"),
        METRICS("Metrics", "metrics", "counter value", "log values with rb_log_counter");

        private final String member;
        private final String list;
        private final String noun;
        private final String remedy;

        Signal(String member, String list, String noun, String remedy) {
            this.member = member;
            this.list = list;
            this.noun = noun;
            this.remedy = remedy;
        }
    }

    private static final JsonFactory JSON = new JsonFactory();
    /** Maximum number of records in a line. */
    private static final int LINE_RECORDS = 512;
    private static final int KIND_INTERNAL = 1;
    private static final int STATUS_ERROR = 2;
    /** Severity numbers of the protocol: DEBUG, INFO, WARN, ERROR. */
    private static final int[] SEVERITIES = {5, 9, 13, 17};
    private static final String[] SEVERITY_TEXTS = {"DEBUG", "INFO", "WARN", "ERROR"};

    private final Signal signal;
    private final Writer out;
    private final long unixMinusReference;
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Map<Long, OpenSpan> open = new LinkedHashMap<>();
    /** Parents of the spans by their id; 0: none. */
    private final Map<Long, Long> parents = new HashMap<>();
    private long lastNanos;
    private long records;
    private long unfinished;
    private long endsWithout;

    /** The records of one process that are not written yet. */
    private record Pending(LogFile file, String node, List<String> records) {}

    /** A span without its end. */
    private record OpenSpan(Pending of, String type, String comment, int tid, long begin, LogDetails details) {}

    private OtlpLog(Signal signal, List<LogSource> sources, Writer out) {
        this.signal = signal;
        this.out = out;
        unixMinusReference = UnixTime.minusReference(sources);
    }

    /**
     * The result.
     *
     * @param merge result of the merge
     * @param records number of records in the file
     * @param unfinished number of spans without an end
     * @param endsWithout number of ends without a begin, which are left out
     */
    public record OtlpResult(MergeReport merge, long records, long unfinished, long endsWithout) {}

    /**
     * Writes a file.
     *
     * @throws RunbenchException (bad input) the log has no data of this kind, or times before 1970
     */
    public static OtlpResult write(Signal signal, List<LogSource> sources, Writer out, Progress progress)
            throws IOException {
        OtlpLog log = new OtlpLog(signal, sources, out);
        if (signal == Signal.TRACES) {
            log.collectParents(sources);
        }
        MergeReport report = LogMerge.causal(sources, log, progress);
        log.finish();
        return new OtlpResult(report, log.records, log.unfinished, log.endsWithout);
    }

    private void collectParents(List<LogSource> sources) {
        for (LogSource source : sources) {
            try (LogCursor c = source.file().cursor()) {
                while (c.advance()) {
                    if (c.what() == LogWhat.BEGIN && c.id() != 0) {
                        parents.put(c.id(), c.details().parent());
                    }
                }
            }
        }
    }

    /** Returns the id of a span's trace: that of its topmost ancestor, which may be in another log. */
    private String traceId(long span) {
        long root = span;
        // A circle, which only a wrong program logs, ends after as many steps as there are spans.
        for (int steps = 0; steps < parents.size(); steps++) {
            long parent = parents.getOrDefault(root, 0L);
            if (parent == 0) {
                break;
            }
            root = parent;
        }
        return hex(~root) + hex(root);
    }

    private static String hex(long id) {
        String digits = Long.toHexString(id);
        return "0".repeat(16 - digits.length()) + digits;
    }

    @Override
    public void event(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        lastNanos = e.shownNanos();
        boolean isSpan = c.what().isOfSpan(c.id());
        switch (signal) {
            case TRACES -> {
                if (isSpan) {
                    span(e);
                }
            }
            case LOGS -> {
                if (!isSpan && c.what() != LogWhat.VALUE) {
                    add(of(e), logRecord(e));
                }
            }
            default -> {
                if (c.what() == LogWhat.VALUE) {
                    add(of(e), dataPoint(e));
                }
            }
        }
    }

    private Pending of(LogEntry e) {
        LogFile file = e.source().file();
        return pending.computeIfAbsent(e.source().node() + " " + file.pid(),
                key -> new Pending(file, e.source().node(), new ArrayList<>()));
    }

    private void span(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        if (c.what() == LogWhat.BEGIN) {
            open.put(c.id(), new OpenSpan(of(e), c.type().name(), c.comment(), c.tid(), e.shownNanos(), c.details()));
            return;
        }
        OpenSpan begin = open.remove(c.id());
        if (begin == null) {
            endsWithout++;
        } else {
            add(begin.of(), span(c.id(), begin, e.shownNanos(), c.details(), false));
        }
    }

    private String span(long id, OpenSpan begin, long endNanos, LogDetails end, boolean isUnfinished)
            throws IOException {
        return object(json -> {
            json.writeStringField("traceId", traceId(id));
            json.writeStringField("spanId", hex(id));
            if (begin.details().parent() != 0) {
                json.writeStringField("parentSpanId", hex(begin.details().parent()));
            }
            json.writeStringField("name", begin.type());
            json.writeNumberField("kind", KIND_INTERNAL);
            json.writeStringField("startTimeUnixNano", unix(begin.begin()));
            json.writeStringField("endTimeUnixNano", unix(Math.max(begin.begin(), endNanos)));
            Map<String, Object> attributes = new LinkedHashMap<>(begin.details().fields());
            attributes.putAll(end.fields());
            attributes.put("thread.id", (long) begin.tid());
            if (!begin.comment().isEmpty()) {
                attributes.put("comment", begin.comment());
            }
            if (isUnfinished) {
                attributes.put("unfinished", true);
            }
            attributes(json, attributes);
            json.writeObjectFieldStart("status");
            if (end.severity() == LogSeverity.ERROR) {
                json.writeNumberField("code", STATUS_ERROR);
            }
            json.writeEndObject();
        });
    }

    private String logRecord(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        LogDetails details = c.details();
        return object(json -> {
            json.writeStringField("timeUnixNano", unix(e.shownNanos()));
            if (details.severity() != null) {
                json.writeNumberField("severityNumber", SEVERITIES[details.severity().ordinal()]);
                json.writeStringField("severityText", SEVERITY_TEXTS[details.severity().ordinal()]);
            }
            json.writeStringField("eventName", c.type().name());
            if (!c.comment().isEmpty()) {
                json.writeObjectFieldStart("body");
                json.writeStringField("stringValue", c.comment());
                json.writeEndObject();
            }
            Map<String, Object> attributes = new LinkedHashMap<>(details.fields());
            attributes.put("thread.id", (long) c.tid());
            if (c.what() != LogWhat.POINT) {
                attributes.put("what", c.what().word());
            }
            if (c.id() != 0) {
                attributes.put("message.id", Long.toUnsignedString(c.id()));
            }
            attributes(json, attributes);
        });
    }

    private String dataPoint(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        return object(json -> {
            json.writeStringField("name", c.type().name());
            json.writeObjectFieldStart("gauge");
            json.writeArrayFieldStart("dataPoints");
            json.writeStartObject();
            json.writeStringField("timeUnixNano", unix(e.shownNanos()));
            json.writeNumberField("asDouble", c.details().value());
            attributes(json, Map.of("thread.id", (long) c.tid()));
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private String unix(long shownNanos) {
        long nanos = shownNanos + unixMinusReference;
        if (nanos < 0) {
            throw RunbenchException.badInput("an event is " + nanos
                    + " ns from 1970 by its host's wall clock: OTLP has no times" + " before 1970")
                    .remedy("runbench log export --format csv or perfetto writes such logs");
        }
        return Long.toString(nanos);
    }

    @FunctionalInterface
    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static String object(Members members) throws IOException {
        StringWriter text = new StringWriter(400);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void attributes(JsonGenerator json, Map<String, Object> values) throws IOException {
        json.writeArrayFieldStart("attributes");
        for (Map.Entry<String, Object> value : values.entrySet()) {
            json.writeStartObject();
            json.writeStringField("key", value.getKey());
            json.writeObjectFieldStart("value");
            if (value.getValue() instanceof Long number) {
                json.writeStringField("intValue", Long.toString(number));
            } else if (value.getValue() instanceof Double number) {
                // NaN and infinities become text, as in the JSON encoding of Protocol Buffers.
                json.writeNumberField("doubleValue", number);
            } else if (value.getValue() instanceof Boolean state) {
                json.writeBooleanField("boolValue", state);
            } else {
                json.writeStringField("stringValue", value.getValue().toString());
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void add(Pending process, String record) throws IOException {
        process.records().add(record);
        records++;
        if (process.records().size() == LINE_RECORDS) {
            line(process);
        }
    }

    private void line(Pending process) throws IOException {
        if (process.records().isEmpty()) {
            return;
        }
        LogFile file = process.file();
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("service.name", file.program().isEmpty() ? "unknown_service" : file.program());
        resource.put("host.name", file.host());
        resource.put("process.pid", (long) file.pid());
        resource.put("runbench.node", process.node());
        String attributes = object(json -> attributes(json, resource));
        out.write("{\"resource" + signal.member + "\":[{\"resource\":" + attributes + ",\"scope" + signal.member
                + "\":[{\"scope\":{\"name\":\"runbench.eventlog\"},\"" + signal.list + "\":["
                + String.join(",", process.records()) + "]}]}]}\n");
        process.records().clear();
    }

    private void finish() throws IOException {
        for (Map.Entry<Long, OpenSpan> span : open.entrySet()) {
            unfinished++;
            add(span.getValue().of(), span(span.getKey(), span.getValue(), lastNanos, LogDetails.NONE, true));
        }
        if (records == 0) {
            throw RunbenchException
                    .badInput("the log has no " + signal.noun + ", so there are no "
                            + signal.name().toLowerCase(Locale.ROOT) + " to write")
                    .remedy(signal.remedy);
        }
        for (Pending process : pending.values()) {
            line(process);
        }
    }
}
