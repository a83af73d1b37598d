package runbench.align.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A reader of CTF 2 traces after CTF2-SPEC-2.0: it decodes the data streams by the field classes of the metadata, and
 * by the roles of the fields. It has the field classes that are aligned to bytes.
 */
final class CtfReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A decoded event record.
     *
     * @param name name of its class
     * @param unixNanos time, ns
     * @param context common context; enumerated values by name
     * @param payload payload
     */
    record Event(String name, long unixNanos, Map<String, Object> context, Map<String, Object> payload) {}

    private final Map<Long, JsonNode> classes = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private JsonNode trace;
    private JsonNode clock;
    private JsonNode stream;

    static CtfReader of(Path folder) throws IOException {
        CtfReader reader = new CtfReader();
        reader.metadata(Files.readString(folder.resolve("metadata")));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> !f.endsWith("metadata")).sorted().toList()) {
                reader.stream(ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN));
            }
        }
        return reader;
    }

    List<Event> events() {
        return events;
    }

    private void metadata(String text) throws IOException {
        assertThat(text).startsWith("\u001e").endsWith("\n");
        String[] fragments = text.substring(1).split("\u001e");
        JsonNode preamble = JSON.readTree(fragments[0]);
        assertThat(preamble.path("type").asText()).isEqualTo("preamble");
        assertThat(preamble.path("version").asInt()).isEqualTo(2);
        for (String fragment : fragments) {
            JsonNode node = JSON.readTree(fragment);
            switch (node.path("type").asText()) {
                case "preamble" -> assertThat(node).isEqualTo(preamble);
                case "trace-class" -> trace = node;
                case "clock-class" -> clock = node;
                case "data-stream-class" -> {
                    assertThat(node.path("default-clock-class-id")).isEqualTo(clock.path("id"));
                    stream = node;
                }
                case "event-record-class" -> {
                    assertThat(node.path("data-stream-class-id")).isEqualTo(stream.path("id"));
                    assertThat(classes.put(node.path("id").asLong(), node)).isNull();
                }
                default -> throw new AssertionError("fragment " + fragment);
            }
        }
    }

    private void stream(ByteBuffer bytes) {
        long expected = 0;
        while (bytes.hasRemaining()) {
            int begin = bytes.position();
            Map<String, Object> roles = new HashMap<>();
            structure(trace.path("packet-header-field-class"), bytes, roles);
            assertThat(roles.get("packet-magic-number")).isEqualTo(0xc1fc1fc1L);
            assertThat(roles.get("data-stream-class-id")).isEqualTo(stream.path("id").asLong());
            structure(stream.path("packet-context-field-class"), bytes, roles);
            assertThat(roles.get("packet-sequence-number")).isEqualTo(expected++);
            assertThat(roles.get("packet-content-length")).isEqualTo(roles.get("packet-total-length"));
            int end = begin + (int) ((long) roles.get("packet-content-length") / 8);
            long last = (long) roles.get("default-clock-timestamp");
            while (bytes.position() < end) {
                Map<String, Object> header = new HashMap<>();
                structure(stream.path("event-record-header-field-class"), bytes, header);
                long time = (long) header.get("default-clock-timestamp");
                assertThat(time).isBetween(last, (long) roles.get("packet-end-default-clock-timestamp"));
                last = time;
                Map<String, Object> context = structure(stream.path("event-record-common-context-field-class"), bytes,
                        header);
                JsonNode one = classes.get((long) header.get("event-record-class-id"));
                JsonNode offset = clock.path("offset-from-origin");
                events.add(new Event(one.path("name").asText(),
                        offset.path("seconds").asLong() * clock.path("frequency").asLong()
                                + offset.path("cycles").asLong() + time,
                        context, structure(one.path("payload-field-class"), bytes, header)));
            }
            assertThat(bytes.position()).isEqualTo(end);
        }
    }

    private Map<String, Object> structure(JsonNode of, ByteBuffer bytes, Map<String, Object> roles) {
        assertThat(of.path("type").asText()).isEqualTo("structure");
        Map<String, Object> values = new LinkedHashMap<>();
        for (JsonNode member : of.path("member-classes")) {
            JsonNode kind = member.path("field-class");
            Object value = value(kind, bytes, roles);
            kind.path("roles").forEach(role -> roles.put(role.asText(), value));
            assertThat(values.put(member.path("name").asText(), value)).isNull();
        }
        return values;
    }

    private Object value(JsonNode kind, ByteBuffer bytes, Map<String, Object> roles) {
        int bits = kind.path("length").asInt();
        return switch (kind.path("type").asText()) {
            case "structure" -> structure(kind, bytes, roles);
            case "null-terminated-string" -> {
                int begin = bytes.position();
                while (bytes.get() != 0) {
                    // The end is the first zero.
                }
                yield new String(bytes.array(), begin, bytes.position() - 1 - begin, StandardCharsets.UTF_8);
            }
            case "fixed-length-floating-point-number" -> {
                assertThat(bits).isEqualTo(64);
                yield bytes.getDouble();
            }
            case "fixed-length-signed-integer" -> {
                assertThat(bits).isEqualTo(64);
                yield bytes.getLong();
            }
            case "fixed-length-unsigned-integer" -> named(kind,
                    bits == 8 ? bytes.get() & 0xffL : bits == 32 ? bytes.getInt() & 0xffffffffL : bytes.getLong());
            default -> throw new AssertionError(kind.toString());
        };
    }

    private static Object named(JsonNode kind, long value) {
        assertThat(kind.path("byte-order").asText()).isEqualTo("little-endian");
        assertThat(kind.path("alignment").asInt()).isEqualTo(8);
        for (var mapping : kind.path("mappings").properties()) {
            for (JsonNode range : mapping.getValue()) {
                if (value >= range.path(0).asLong() && value <= range.path(1).asLong()) {
                    return mapping.getKey();
                }
            }
        }
        return value;
    }
}
