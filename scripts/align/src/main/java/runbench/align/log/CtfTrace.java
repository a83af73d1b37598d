package runbench.align.log;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.Json;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.eventlog.LogType.LogWhat;

/**
 * Writes a log as a folder in the Common Trace Format 2 (CTF2-SPEC-2.0, diamon.org/ctf): a metadata file of JSON
 * fragments and a data stream for each node. Events of one type with the same fields have one event record class. All
 * fields are little-endian and aligned to bytes.
 */
public final class CtfTrace implements LogMerge.EventConsumer {
    private static final String METADATA = "metadata";
    private static final int MAGIC = 0xc1fc1fc1;
    private static final int PACKET_BYTES = 1 << 16;
    private static final int TEXT_BYTES = 4096;
    /** Bytes of an event before its parts: class, time, pid, tid, role and severity. */
    private static final int HEADER_BYTES = 22;
    private static final char RECORD_SEPARATOR = 0x1e;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Map<String, Object> TEXT = Map.of("type", "null-terminated-string");

    private final Path folder;
    private final long unixMinusReference;
    private final Map<Shape, Integer> classes = new LinkedHashMap<>();
    private final Map<String, NodeStream> streams = new LinkedHashMap<>();
    private long originNanos;
    private boolean hasOrigin;

    /**
     * The form of events; each has its own class.
     *
     * @param type name of the type
     * @param parts names of the optional parts: id, parent, value, comment
     * @param names names of the fields
     * @param kinds Java classes of the fields
     */
    private record Shape(String type, List<String> parts, List<String> names, List<Class<?>> kinds) {
        static Shape of(LogCursor c, LogDetails details) {
            List<String> parts = new ArrayList<>();
            for (String part : new String[]{c.id() != 0 ? "id" : "", details.parent() != 0 ? "parent" : "",
                    details.value() != null ? "value" : "", c.comment().isEmpty() ? "" : "comment"}) {
                if (!part.isEmpty()) {
                    parts.add(part);
                }
            }
            List<Class<?>> kinds = new ArrayList<>();
            details.fields().values().forEach(value -> kinds.add(value.getClass()));
            return new Shape(c.type().name(), List.copyOf(parts), List.copyOf(details.fields().keySet()), kinds);
        }
    }

    private CtfTrace(Path folder, List<LogSource> sources) {
        this.folder = folder;
        unixMinusReference = UnixTime.minusReference(sources);
    }

    /**
     * Writes the folder. Its metadata is written last, so that a reader refuses an incomplete one.
     *
     * @throws RunbenchException (bad input) the folder exists
     */
    public static MergeReport write(List<LogSource> sources, Path target, Progress progress) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw RunbenchException.badInput(target + " exists; a CTF trace is a new folder")
                    .remedy("name another folder with -o, or remove this one");
        }
        Files.createDirectories(target);
        boolean isWhole = false;
        try {
            CtfTrace trace = new CtfTrace(target, sources);
            List<String> nodes = sources.stream()
                    .filter(s -> s.file().events() > 0)
                    .map(LogSource::node)
                    .distinct()
                    .toList();
            MergeReport report = trace.writeStreams(nodes, sources, progress);
            trace.writeMetadata();
            isWhole = true;
            return report;
        } finally {
            if (!isWhole) {
                remove(target);
            }
        }
    }

    /** Opens the data streams of these nodes, one within the other, and writes all events. */
    private MergeReport writeStreams(List<String> nodes, List<LogSource> sources, Progress progress)
            throws IOException {
        int number = streams.size();
        if (number == nodes.size()) {
            MergeReport report = LogMerge.causal(sources, this, progress);
            for (NodeStream stream : streams.values()) {
                stream.flush();
            }
            return report;
        }
        return OutputFile.produce(folder.resolve("stream-" + number), unbuffered -> {
            OutputStream out = new BufferedOutputStream(unbuffered);
            streams.put(nodes.get(number), new NodeStream(nodes.get(number), number, out));
            MergeReport report = writeStreams(nodes, sources, progress);
            out.flush();
            return report;
        });
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** The data stream of one node: packets of events in the order of time. */
    private static final class NodeStream {
        private final String node;
        private final int number;
        private final OutputStream out;
        private final ByteArrayOutputStream events = new ByteArrayOutputStream(PACKET_BYTES + TEXT_BYTES);
        private long firstNanos;
        private long lastNanos;
        private int packets;

        NodeStream(String node, int number, OutputStream out) {
            this.node = node;
            this.number = number;
            this.out = out;
        }

        void add(byte[] event, long nanos) throws IOException {
            if (events.size() == 0) {
                firstNanos = nanos;
            }
            lastNanos = nanos;
            events.write(event);
            if (events.size() >= PACKET_BYTES) {
                flush();
            }
        }

        void flush() throws IOException {
            if (events.size() == 0) {
                return;
            }
            byte[] name = text(node);
            int header = 4 + 2 * Long.BYTES;
            int context = 5 * Long.BYTES + name.length;
            ByteBuffer packet = ByteBuffer.allocate(header + context).order(ByteOrder.LITTLE_ENDIAN);
            long bits = 8L * (packet.capacity() + events.size());
            packet.putInt(MAGIC).putLong(0).putLong(number);
            packet.putLong(bits).putLong(bits).putLong(firstNanos).putLong(lastNanos).putLong(packets++).put(name);
            out.write(packet.array());
            events.writeTo(out);
            events.reset();
        }
    }

    /** Returns text in UTF-8 with the zero that ends it; a zero within becomes U+FFFD. */
    private static byte[] text(String text) {
        byte[] bytes = text.replace('\0', '\ufffd').getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    @Override
    public void event(LogEntry e) throws IOException {
        LogCursor c = e.cursor();
        LogDetails details = c.details();
        if (!hasOrigin) {
            originNanos = e.shownNanos();
            hasOrigin = true;
        }
        Shape shape = Shape.of(c, details);
        int number = classes.computeIfAbsent(shape, s -> classes.size());
        int characters = c.comment().length()
                + details.fields().values().stream().mapToInt(v -> v instanceof String s ? s.length() : 0).sum();
        // More than enough: a number has 8 bytes, and a character of UTF-16 at most 3 in UTF-8.
        ByteBuffer to = ByteBuffer
                .allocate(HEADER_BYTES + Long.BYTES * (shape.parts().size() + shape.names().size()) + 3 * characters)
                .order(ByteOrder.LITTLE_ENDIAN);
        long nanos = e.shownNanos() - originNanos;
        to.putInt(number).putLong(nanos);
        to.putInt(e.source().file().pid()).putInt(c.tid()).put((byte) c.what().ordinal());
        to.put((byte) (details.severity() == null ? 0 : 1 + details.severity().ordinal()));
        for (String part : shape.parts()) {
            switch (part) {
                case "id" -> to.putLong(c.id());
                case "parent" -> to.putLong(details.parent());
                case "value" -> to.putDouble(details.value());
                default -> to.put(text(c.comment()));
            }
        }
        for (Object value : details.fields().values()) {
            if (value instanceof Long integer) {
                to.putLong(integer);
            } else if (value instanceof Double real) {
                to.putDouble(real);
            } else {
                to.put(text((String) value));
            }
        }
        streams.get(e.source().node()).add(Arrays.copyOf(to.array(), to.position()), nanos);
    }

    private void writeMetadata() throws IOException {
        StringBuilder metadata = new StringBuilder();
        fragment(metadata, Map.of("type", "preamble", "version", 2));
        fragment(metadata,
                object("type", "trace-class", "name", "runbench event log", "environment",
                        Map.of("tracer_name", "runbench"), "packet-header-field-class",
                        structure("magic", unsigned(32, "packet-magic-number"), "class",
                                unsigned(64, "data-stream-class-id"), "stream", unsigned(64, "data-stream-id"))));
        long unix = originNanos + unixMinusReference;
        fragment(metadata,
                object("type", "clock-class", "id", "reference", "name", "reference", "frequency", NANOS, "origin",
                        "unix-epoch", "offset-from-origin",
                        object("seconds", Math.floorDiv(unix, NANOS), "cycles", Math.floorMod(unix, NANOS))));
        Map<String, Integer> whats = new LinkedHashMap<>();
        for (LogWhat what : LogWhat.values()) {
            whats.put(what.word(), what.ordinal());
        }
        Map<String, Integer> severities = new LinkedHashMap<>(Map.of("none", 0));
        for (LogSeverity severity : LogSeverity.values()) {
            severities.put(severity.word(), 1 + severity.ordinal());
        }
        fragment(metadata, object("type", "data-stream-class", "id", 0, "default-clock-class-id", "reference",
                "packet-context-field-class",
                structure("size", unsigned(64, "packet-total-length"), "content", unsigned(64, "packet-content-length"),
                        "first", unsigned(64, "default-clock-timestamp"), "last",
                        unsigned(64, "packet-end-default-clock-timestamp"), "number",
                        unsigned(64, "packet-sequence-number"), "node", TEXT),
                "event-record-header-field-class",
                structure("id", unsigned(32, "event-record-class-id"), "time", unsigned(64, "default-clock-timestamp")),
                "event-record-common-context-field-class", structure("pid", unsigned(32, null), "tid",
                        unsigned(32, null), "what", named(whats), "severity", named(severities))));
        for (Map.Entry<Shape, Integer> one : classes.entrySet()) {
            fragment(metadata, object("type", "event-record-class", "id", one.getValue(), "data-stream-class-id", 0,
                    "name", one.getKey().type(), "payload-field-class", payload(one.getKey())));
        }
        OutputFile.write(folder.resolve(METADATA), metadata.toString());
    }

    private static Map<String, Object> payload(Shape shape) {
        List<Object> members = new ArrayList<>();
        for (String part : shape.parts()) {
            members.add(part);
            members.add(part.equals("value") ? real() : part.equals("comment") ? TEXT : unsigned(64, null));
        }
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < shape.names().size(); i++) {
            Class<?> kind = shape.kinds().get(i);
            fields.add(shape.names().get(i));
            fields.add(kind == Long.class ? number("fixed-length-signed-integer", 64)
                    : kind == Double.class ? real() : TEXT);
        }
        // Their own structure, because a field may have the name of a part.
        if (!fields.isEmpty()) {
            members.add("fields");
            members.add(structure(fields.toArray()));
        }
        return structure(members.toArray());
    }

    private static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    private static Map<String, Object> structure(Object... namesAndClasses) {
        List<Object> members = new ArrayList<>();
        for (int i = 0; i < namesAndClasses.length; i += 2) {
            members.add(object("name", namesAndClasses[i], "field-class", namesAndClasses[i + 1]));
        }
        return object("type", "structure", "member-classes", members);
    }

    private static Map<String, Object> number(String type, int bits) {
        return object("type", type, "length", bits, "byte-order", "little-endian", "alignment", 8);
    }

    private static Map<String, Object> real() {
        return number("fixed-length-floating-point-number", 64);
    }

    private static Map<String, Object> unsigned(int bits, String role) {
        Map<String, Object> number = number("fixed-length-unsigned-integer", bits);
        if (role != null) {
            number.put("roles", List.of(role));
        }
        return number;
    }

    private static Map<String, Object> named(Map<String, Integer> numbers) {
        Map<String, Object> mappings = new LinkedHashMap<>();
        numbers.forEach((name, number) -> mappings.put(name, List.of(List.of(number, number))));
        Map<String, Object> named = unsigned(8, null);
        named.put("mappings", mappings);
        return named;
    }

    /** Appends a fragment of a JSON text sequence (RFC 7464). */
    private static void fragment(StringBuilder to, Map<String, Object> fragment) {
        to.append(RECORD_SEPARATOR).append(Json.text(fragment).strip()).append('\n');
    }
}
