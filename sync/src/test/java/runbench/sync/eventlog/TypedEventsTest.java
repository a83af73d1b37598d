package runbench.sync.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/** Fields, severities, counters and spans, as C and C++ programs log them, and in damaged files. */
@Tag("scenario")
@Tag("beside")
class TypedEventsTest {
    private static final Path NATIVE = Path.of(System.getProperty("runbench.home", "."))
            .toAbsolutePath()
            .resolve("native/build/eventlog");
    @TempDir
    private Path folder;

    /** An event, copied from the cursor. */
    private record Seen(String type, LogKind kind, LogWhat what, long id, int tid, String comment, LogDetails details) {
        static Seen of(LogCursor c) {
            return new Seen(c.type().name(), c.type().kind(), c.what(), c.id(), c.tid(), c.comment(), c.details());
        }
    }

    private List<LogSource> sources() {
        return LogFolder.in(folder)
                .files()
                .stream()
                .map(f -> new LogSource(f, Timeline.IDENTITY, f.host(), f.host()))
                .toList();
    }

    private List<Seen> events() throws IOException {
        List<Seen> seen = new ArrayList<>();
        LogMerge.inOrder(sources(), e -> seen.add(Seen.of(e.cursor())));
        return seen;
    }

    private List<Seen> logged(String program) throws IOException, InterruptedException {
        Path executable = NATIVE.resolve(program);
        assumeTrue(Files.isExecutable(executable), "not built: make -C native");
        ProcessBuilder builder = new ProcessBuilder(executable.toString()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("RB_EVENTLOG", folder.toString());
        Process process = builder.start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(LogFolder.in(folder).remarks()).isEmpty();
        return events();
    }

    private static void assertTyped(List<Seen> seen) {
        Map<String, Object> fields = seen.get(0).details().fields();
        assertThat(seen.get(0).comment()).isEqualTo("all types");
        assertThat(seen.get(0).details().severity()).isEqualTo(LogSeverity.WARNING);
        assertThat(fields).containsEntry("int", -1L)
                .containsEntry("long", Long.MAX_VALUE)
                .containsEntry("char", 99L)
                .containsEntry("short", -2L)
                .containsEntry("unsigned", 4_000_000_000L)
                .containsEntry("large", 0x1p64)
                .containsEntry("bool", 1L)
                .containsEntry("float", 0.5)
                .containsEntry("double", 1e300)
                .containsEntry("text", "caf\u00e9 \"x\"")
                .containsEntry("constant", "constant")
                .containsEntry("literal", "")
                .hasSize(12);
        assertThat(List.copyOf(fields.keySet())).startsWith("int", "long").endsWith("constant", "literal");
        assertThat(seen.get(1).details()).isEqualTo(new LogDetails(LogSeverity.DEBUG, 0, null, Map.of("a", 1L), false));
        assertThat(seen.get(2).details()).isEqualTo(new LogDetails(LogSeverity.INFO, 0, null, Map.of(), false));
        assertThat(seen.get(2).comment()).isEqualTo("no fields");
        assertThat(seen.subList(3, 6)).allMatch(e -> e.kind() == LogKind.COUNTER && e.what() == LogWhat.VALUE)
                .extracting(e -> e.details().value())
                .containsExactly(0.0, 1.5, 3.0);
        assertThat(seen.subList(3, 6)).allMatch(e -> e.id() == 0);
        Seen root = seen.get(6);
        Seen child = seen.get(7);
        assertThat(root.what().isOfSpan(root.id())).isTrue();
        assertThat(root.details()).isEqualTo(new LogDetails(null, 0, null, Map.of("path", "/"), false));
        assertThat(root.comment()).isEqualTo("GET /");
        assertThat(child.details().parent()).isEqualTo(root.id());
        Seen childEnd = seen.get(8);
        assertThat(childEnd.id()).isEqualTo(child.id()).isNotEqualTo(root.id());
        assertThat(childEnd.tid()).isNotEqualTo(child.tid());
        assertThat(childEnd.details())
                .isEqualTo(new LogDetails(LogSeverity.ERROR, 0, null, Map.of("status", 503L), false));
        assertThat(seen.get(10).id()).isEqualTo(root.id());
        assertThat(seen.get(10).what()).isEqualTo(LogWhat.END);
    }

    @Test
    void readsWhatACProgramLogs() throws Exception {
        List<Seen> seen = logged("typed");
        assertThat(seen).hasSize(11);
        assertTyped(seen);
        assertThat(LogSpans.of(LogFolder.in(folder)).spans()).isEmpty();
        StringWriter csv = new StringWriter();
        try (LogTable table = LogTable.csv(csv, false)) {
            LogMerge.causal(sources(), table, Progress.NONE);
        }
        assertThat(csv.toString()).contains(",comment,severity,value,parent,fields\n")
                .contains("value,,,,1.5,,\n")
                .contains("debug,,,\"{\"\"a\"\":1}\"\n");
        StringWriter json = new StringWriter();
        try (LogTable table = LogTable.ndjson(json, true)) {
            LogMerge.causal(sources(), table, Progress.NONE);
        }
        assertThat(json.toString()).contains("\"long\":9223372036854775807,\"char\":99")
                .contains("\"severity\":\"error\",\"fields\":{\"status\":503}}");
    }

    @Test
    void readsWhatACppProgramLogs() throws Exception {
        List<Seen> seen = logged("typed-cpp");
        assertThat(seen).hasSize(12);
        assertTyped(seen);
        assertThat(seen.get(11).details().fields()).isEqualTo(Map.of("string", "text", "enum", 7L, "large", 0x1p64));
    }

    @Test
    void readsFilesOfVersion1() throws IOException {
        try (var old = getClass().getResourceAsStream("version1.rblog")) {
            Files.write(folder.resolve("old.rblog"), old.readAllBytes());
        }
        List<Seen> seen = events();
        assertThat(LogFolder.in(folder).remarks()).isEmpty();
        assertThat(seen).hasSize(10).allMatch(e -> e.details().equals(LogDetails.NONE));
        assertThat(seen.get(8).comment()).isEqualTo("step 3 of 4.5");
        assertThat(seen.get(9).comment()).isEqualTo("x".repeat(984));
    }

    /** A text with any content and flags gives an event whose parts are within the text. */
    @Test
    void invalidPartsEndTheFieldsWithoutAnException() throws IOException {
        Random random = new Random(5);
        int events = 5000;
        int withFields = 0;
        try (WrittenLog log = new WrittenLog(folder.resolve("a.rblog"), "host", 1, 2)) {
            for (int i = 0; i < events; i++) {
                byte[] text = new byte[random.nextInt(i % 2 == 0 ? 32 : 300)];
                random.nextBytes(text);
                if (text.length > 12 && i % 4 == 0) {
                    // Lengths that are nearly right reach the fields more often.
                    text[0] = (byte) (text.length - 2 + random.nextInt(3) - 1);
                    text[1] = 0;
                    text[2] = (byte) (1 + random.nextInt(3) << 6 | random.nextInt(4));
                }
                log.raw(i, LogWhat.POINT, LogKind.POINT, "x", 0, random.nextInt(1 << 8), text);
            }
        }
        List<Seen> seen = events();
        assertThat(seen).hasSize(events);
        for (Seen e : seen) {
            assertThat(e.comment().length()).isLessThanOrEqualTo(300);
            e.details().fieldsText();
            withFields += e.details().fields().isEmpty() ? 0 : 1;
        }
        assertThat(withFields).isGreaterThan(events / 20);
    }
}
