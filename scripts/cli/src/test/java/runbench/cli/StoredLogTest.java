package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.log.LogReading;
import runbench.align.log.ShivizLog;
import runbench.base.error.RunbenchException;
import runbench.base.json.Json;
import runbench.base.progress.Progress;
import runbench.livelog.LogStore;
import runbench.livelog.StoredLog;

/** The outputs of a store after its run. */
@Tag("beside")
class StoredLogTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();
    private static final String RECORD = """
            {"format":"runbench live log","version":1,"state":"finished","reference":"here","id":"ab","started":"2026-11-22T12:00:00Z",
            "request":{"nodes":["a=a:1","b=b:2"],"start_with":null,"programs":"/p","spools":"/tmp","same_clock":false,"tolerance_ns":100000,
            "window_ns":2000000000,"hold_ns":50000000,"directory":"/","command":["x"]},"ends":{}}""";

    @TempDir
    private Path folder;

    @BeforeEach
    void log() throws Exception {
        Path program = HOME.resolve("native/build/eventlog/regions");
        assumeTrue(Files.isExecutable(program), "not built: make -C native");
        for (String node : List.of("a", "b")) {
            ProcessBuilder run = new ProcessBuilder(program.toString(), "--rounds", "2", "--ms", "1")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            run.environment()
                    .put("RB_EVENTLOG", Files.createDirectories(folder.resolve("nodes").resolve(node)).toString());
            assertThat(run.start().waitFor()).isZero();
        }
        Files.writeString(folder.resolve("log.json"), RECORD);
    }

    private static String run(int code, String... args) {
        StringWriter out = new StringWriter();
        PrintWriter written = new PrintWriter(out, true);
        assertThat(Main.execute(written, written, args)).as("%s: %s", String.join(" ", args), out).isEqualTo(code);
        written.flush();
        return out.toString();
    }

    @Test
    void itIsMergedShownAndReplayedInOneOrder() throws Exception {
        String store = folder.toString();
        List<Map<String, Object>> merged = rows(run(0, "log", "merge", store, "--json", "-q"));
        assertThat(run(2, "log", "replay", store)).contains("no event has come yet", "log show");
        assertThat(StoredLog.merge(new LogStore(folder), Progress.NONE))
                .hasValueSatisfying(r -> assertThat(r.events()).isEqualTo(merged.size()));
        List<Map<String, Object>> replayed = rows(run(0, "log", "replay", store, "--json"));
        assertThat(replayed).extracting(r -> r.get("node") + " " + r.get("monotonic_ns") + " " + r.get("shift_ns"))
                .isEqualTo(merged.stream()
                        .map(r -> r.get("node") + " " + r.get("monotonic_ns") + " " + r.get("shift_ns"))
                        .toList());
        assertThat(run(0, "log", "show", store).lines()).hasSize(merged.size());
        assertThat(run(0, "log", "replay", store, "--type", "step", "--node", "a", "--speed", "1000x").lines())
                .hasSize(4)
                .allMatch(l -> l.contains("step"));
        assertThat(run(0, "log", "replay", store, "--from", "0", "--to", "1h").lines()).hasSize(merged.size());
        assertThat(run(0, "log", "replay", store, "--from", "2min")).contains("no event passes the filter time=2min..");
        assertThat(run(0, "log", "replay", store, "--text", "round 0", "--around", "1h").lines())
                .hasSize(merged.size());
        assertThat(run(2, "log", "replay", store, "--from", "3s", "--to", "2s")).contains("ends before it begins");
        assertThat(run(2, "log", "replay", store, "--severity", "errors")).contains("is not a severity", "error");
        assertThat(run(0, "log", "replay", store, "--node", "c")).contains("no event passes the filter node=c");
        assertThat(run(2, "log", "replay", store, "--speed", "fast")).contains("write 1x, 10x, 0.5x or max");
        assertThat(run(2, "log", "replay", folder.resolve("nodes").toString())).contains("is no live log");
    }

    private static List<Map<String, Object>> rows(String lines) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            rows.add(Json.object(line));
        }
        return rows;
    }

    @Test
    void otlpAndCtfNeedWhatTheyCanExpress() throws Exception {
        String store = folder.toString();
        Path file = folder.resolve("logs.jsonl");
        assertThat(run(0, "log", "export", store, "--format", "otlp-logs", "-o", file.toString()))
                .contains(file.toString());
        assertThat(Files.readAllLines(file)).hasSize(2).allMatch(line -> line.startsWith("{\"resourceLogs\":["));
        assertThat(run(2, "log", "export", store, "--format", "otlp-traces", "-o", file.toString()))
                .contains("the log has no span", "rb_log_span_begin");
        assertThat(Files.readAllLines(file)).hasSize(2);
        Path trace = folder.resolve("trace");
        run(0, "log", "export", store, "--format", "ctf2", "-o", trace.toString(), "-q");
        assertThat(trace.resolve("metadata")).exists();
        assertThat(run(2, "log", "export", store, "--format", "ctf2", "-o", trace.toString())).contains("exists");
        assertThat(run(2, "log", "export", store, "--format", "otlp", "-o", file.toString())).contains("otlp-traces");
    }

    @Test
    void shivizFindsEveryEventBehindWhatItCameAfter() throws Exception {
        Path file = folder.resolve("s.log");
        run(0, "log", "export", folder.toString(), "--format", "shiviz", "-o", file.toString(), "-q");
        String text = Files.readString(file);
        assertThat(text).startsWith(ShivizLog.EXPRESSION + "\n\n");
        String events = text.substring(ShivizLog.EXPRESSION.length() + 2);
        Matcher event = Pattern.compile(ShivizLog.EXPRESSION.replace("{", "\\{").replace("}", "\\}") + "\n")
                .matcher(events);
        Map<String, Integer> own = new HashMap<>();
        int end = 0;
        int count = 0;
        while (event.find()) {
            assertThat(event.start()).isEqualTo(end);
            end = event.end();
            Map<String, Object> clock = Json.object(event.group("clock"));
            assertThat(clock.get(event.group("host"))).isEqualTo(own.merge(event.group("host"), 1, Integer::sum));
            clock.forEach((host, n) -> assertThat((Integer) n).isLessThanOrEqualTo(own.get(host)));
            count++;
        }
        assertThat(end).isEqualTo(events.length());
        assertThat(count).isEqualTo(run(0, "log", "show", folder.toString()).lines().count());
    }

    @Test
    void perfettoFindsNodesRegionsAndMessages() throws Exception {
        Path file = folder.resolve("s.pftrace");
        assertThat(run(0, "log", "export", folder.toString(), "--format", "perfetto", "-o", file.toString()))
                .contains("messages matched", file.toString());
        Path schema = Path.of(System.getProperty("runbench.home"),
                "scripts/align/src/test/resources/runbench/align/perfetto/subset.proto");
        Process process;
        try {
            process = new ProcessBuilder("protoc", "--decode=runbench.perfetto.Trace", "-I",
                    schema.getParent().toString(), schema.getFileName().toString()).redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "protoc is not here (Debian: protobuf-compiler)");
            return;
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).doesNotContainPattern("(?m)^\\s*\\d+[ :]")
                .contains("process_name: \"a\"", "process_name: \"b\"", "name: \"compute\"", "type: TYPE_SLICE_BEGIN",
                        "name: \"send token\"", "terminating_flow_ids: ");
    }

    /**
     * Checks that the output has the events or the reason why they are missing, whatever the store's record contains.
     */
    @Test
    void aBrokenRecordTakesNoEvents() throws IOException {
        byte[] whole = RECORD.getBytes(StandardCharsets.UTF_8);
        LogReading intact = StoredLog.of(folder);
        Random random = new Random(2);
        int refused = 0;
        for (int round = 0; round < 1000; round++) {
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? random.nextInt(256)
                        : "{}[]\":,0-".charAt(random.nextInt(9)));
            }
            Files.write(folder.resolve("log.json"), bytes);
            try {
                new LogStore(folder).read();
            } catch (RunbenchException e) {
                refused++;
            }
            if (round % 20 == 0) {
                assertThat(StoredLog.of(folder).sources()).hasSameSizeAs(intact.sources());
            }
        }
        assertThat(refused).isBetween(500, 999);
        Files.writeString(folder.resolve("log.json"),
                RECORD.replace("\"start_with\":null", "\"start_with\":\"ssh {host} {command}\""));
        assertThatThrownBy(() -> StoredLog.of(folder)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("cannot be ordered among those of other nodes");
    }
}
