package runbench.align.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.log.OtlpLog.OtlpResult;
import runbench.align.log.OtlpLog.Signal;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogMerge.MergeReport;

/** The log of a program with all kinds of events, as OTLP and CTF, read as the specifications define them. */
@Tag("scenario")
@Tag("beside")
class ExportedLogTest {
    private static final Path PROGRAM = Path.of(System.getProperty("runbench.home", "."))
            .toAbsolutePath()
            .resolve("native/build/eventlog/typed");
    private static final ObjectMapper JSON = new ObjectMapper();
    @TempDir
    private Path folder;
    private LogReading log;
    private long beganNanos;

    @BeforeEach
    void logEvents() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PROGRAM), "not built: make -C native");
        beganNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        ProcessBuilder program = new ProcessBuilder(PROGRAM.toString()).redirectOutput(folder.resolve("out").toFile());
        program.environment().put("RB_EVENTLOG", folder.resolve(LogFolder.NAME).toString());
        Process process = program.start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        log = LogReading.of(folder);
    }

    private OtlpResult otlp(Signal signal, List<JsonNode> lines) throws IOException {
        StringWriter out = new StringWriter();
        OtlpResult result = OtlpLog.write(signal, log.sources(), out, Progress.NONE);
        for (String line : out.toString().split("\n")) {
            lines.add(JSON.readTree(line));
        }
        return result;
    }

    private static String attribute(JsonNode of, String key, String kind) {
        for (JsonNode attribute : of.path("attributes")) {
            if (attribute.path("key").asText().equals(key)) {
                assertThat(attribute.path("value").path(kind).isMissingNode()).as(key + " is no " + kind).isFalse();
                return attribute.path("value").path(kind).asText();
            }
        }
        return null;
    }

    private void assertNow(JsonNode nanos) {
        assertThat(nanos.isTextual()).isTrue();
        assertThat(Long.parseLong(nanos.asText())).isBetween(beganNanos - 1_000_000_000L,
                beganNanos + 100_000_000_000L);
    }

    @Test
    void spansFormATrace() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        OtlpResult result = otlp(Signal.TRACES, lines);
        assertThat(result.records()).isEqualTo(3);
        assertThat(result.unfinished()).isEqualTo(1);
        assertThat(lines).hasSize(1);
        JsonNode process = lines.get(0).path("resourceSpans").path(0);
        assertThat(attribute(process.path("resource"), "service.name", "stringValue")).isEqualTo("typed");
        assertThat(attribute(process.path("resource"), "process.pid", "intValue")).matches("[0-9]+");
        assertThat(attribute(process.path("resource"), "host.name", "stringValue")).isNotEmpty();
        JsonNode spans = process.path("scopeSpans").path(0).path("spans");
        JsonNode query = spans.path(0);
        JsonNode request = spans.path(1);
        JsonNode open = spans.path(2);
        assertThat(request.path("name").asText()).isEqualTo("request");
        assertThat(request.has("parentSpanId")).isFalse();
        Set<String> traces = new HashSet<>();
        spans.forEach(span -> {
            traces.add(span.path("traceId").asText());
            assertThat(span.path("spanId").asText()).matches("[0-9a-f]{16}");
            assertNow(span.path("startTimeUnixNano"));
            assertThat(Long.parseLong(span.path("endTimeUnixNano").asText()))
                    .isGreaterThanOrEqualTo(Long.parseLong(span.path("startTimeUnixNano").asText()));
        });
        assertThat(traces).hasSize(1).allMatch(id -> id.matches("[0-9a-f]{32}"));
        assertThat(query.path("parentSpanId")).isEqualTo(request.path("spanId"));
        assertThat(query.path("status").path("code").asInt()).isEqualTo(2);
        assertThat(attribute(query, "status", "intValue")).isEqualTo("503");
        assertThat(attribute(request, "path", "stringValue")).isEqualTo("/");
        assertThat(attribute(request, "bytes", "intValue")).isEqualTo("4096");
        assertThat(request.path("status").has("code")).isFalse();
        assertThat(attribute(open, "unfinished", "boolValue")).isEqualTo("true");
    }

    @Test
    void eventsBecomeLogRecordsAndCountersMetrics() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        assertThat(otlp(Signal.LOGS, lines).records()).isEqualTo(3);
        JsonNode records = lines.get(0).path("resourceLogs").path(0).path("scopeLogs").path(0).path("logRecords");
        JsonNode first = records.path(0);
        assertNow(first.path("timeUnixNano"));
        assertThat(first.path("severityNumber").asInt()).isEqualTo(13);
        assertThat(first.path("severityText").asText()).isEqualTo("WARN");
        assertThat(first.path("eventName").asText()).isEqualTo("note");
        assertThat(first.path("body").path("stringValue").asText()).isEqualTo("all types");
        assertThat(attribute(first, "long", "intValue")).isEqualTo("9223372036854775807");
        assertThat(attribute(first, "double", "doubleValue")).isEqualTo("1.0E300");
        assertThat(attribute(first, "text", "stringValue")).isEqualTo("caf\u00e9 \"x\"");
        assertThat(records.path(1).path("severityNumber").asInt()).isEqualTo(5);

        lines.clear();
        assertThat(otlp(Signal.METRICS, lines).records()).isEqualTo(3);
        JsonNode metric = lines.get(0)
                .path("resourceMetrics")
                .path(0)
                .path("scopeMetrics")
                .path(0)
                .path("metrics")
                .path(1);
        assertThat(metric.path("name").asText()).isEqualTo("depth");
        assertThat(metric.path("gauge").path("dataPoints").path(0).path("asDouble").asDouble()).isEqualTo(1.5);
        assertNow(metric.path("gauge").path("dataPoints").path(0).path("timeUnixNano"));
    }

    @Test
    void aLogWithoutSpansIsAnError() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(LogFolder.NAME))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        LogReading empty = new LogReading(List.of(), "", List.of());
        for (Signal signal : Signal.values()) {
            assertThatThrownBy(() -> OtlpLog.write(signal, empty.sources(), new StringWriter(), Progress.NONE))
                    .isInstanceOfSatisfying(RunbenchException.class, e -> {
                        assertThat(e).hasMessageContaining("the log has no ");
                        assertThat(e.remedy()).isPresent();
                    });
        }
    }

    @Test
    void aCtfTraceHasTheSameEvents() throws IOException {
        Path trace = folder.resolve("trace");
        MergeReport report = CtfTrace.write(log.sources(), trace, Progress.NONE);
        CtfReader read = CtfReader.of(trace);
        List<CtfReader.Event> events = read.events();
        assertThat(events).hasSize((int) report.events()).hasSize(11);
        CtfReader.Event typed = events.get(0);
        assertThat(typed.name()).isEqualTo("note");
        assertNow(JSON.getNodeFactory().textNode(Long.toString(typed.unixNanos())));
        assertThat(typed.context()).containsEntry("what", "point").containsEntry("severity", "warning");
        assertThat(typed.payload()).containsEntry("comment", "all types");
        assertThat(typed.payload().get("fields")).asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("int", -1L)
                .containsEntry("long", Long.MAX_VALUE)
                .containsEntry("large", 0x1p64)
                .containsEntry("float", 0.5)
                .containsEntry("text", "caf\u00e9 \"x\"")
                .containsEntry("literal", "")
                .hasSize(12);
        assertThat(events.get(4).payload()).containsEntry("value", 1.5);
        CtfReader.Event root = events.get(6);
        assertThat(events.get(7).payload()).containsEntry("parent", root.payload().get("id"));
        assertThat(events.get(8).context()).containsEntry("severity", "error").containsEntry("what", "end");
        assertThat(events.get(8).context().get("tid")).isNotEqualTo(events.get(7).context().get("tid"));
        assertThat(events).isSortedAccordingTo((a, b) -> Long.compare(a.unixNanos(), b.unixNanos()));
        assertThatThrownBy(() -> CtfTrace.write(log.sources(), trace, Progress.NONE))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("exists");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(p -> p.getFileName().toString())).containsExactlyInAnyOrder("trace", "out",
                    LogFolder.NAME);
        }
    }
}
