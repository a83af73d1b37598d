package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.livelog.display.ListenAddress;
import runbench.livelog.display.NodeState;
import runbench.sync.live.EmittedLog;
import runbench.sync.window.Node;

/** The page of a log without its receiver. */
class ServedStoreTest {
    private static final NodeState BOOT = new NodeState(0.1, 4, 8_000, 5_000, 70, 100_000);
    private static final NodeState BUSY = new NodeState(3.5, 4, 8_000, 1_000, 72, 250_000);

    @TempDir
    private Path folder;
    private LogStore store;

    @BeforeEach
    void writeLog() throws IOException {
        store = LogStore.make(folder.resolve("log"));
        store.write(
                new LogRecord(LogRecord.State.RUNNING, "head", "id", "2026-01-01T00:00:00Z",
                        new LogRequest(Node.parseAll(List.of("a=127.0.0.1", "b=127.0.0.1"), 7911), "{command}", "bin",
                                "/tmp", false, 100_000, 500_000_000L, 2_000_000_000L, "/tmp", List.of("program")),
                        Map.of()));
        EmittedLog.append(store.emitted()).close();
    }

    private static JsonNode machine(ServedStore served, String node) throws IOException, InterruptedException {
        return node(served, node).path("machine");
    }

    private static JsonNode node(ServedStore served, String node) throws IOException, InterruptedException {
        URI page = URI.create(served.address());
        String status = page.toString().replaceFirst("/(\\?|$)", "/status.json$1");
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(status)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(status).isEqualTo(200);
        for (JsonNode one : new ObjectMapper().readTree(answer.body()).path("nodes")) {
            if (one.path("node").asText().equals(node)) {
                return one;
            }
        }
        throw new AssertionError(answer.body());
    }

    /** The latest state of each machine, while the receiver writes more, and with a line that is not complete. */
    @Test
    void showsTheStateOfTheMachines() throws IOException, InterruptedException {
        try (ServedStore served = ServedStore.open(store.path(), new ListenAddress("127.0.0.1", 0))) {
            assertThat(machine(served, "a").isNull()).as("no file yet").isTrue();
            for (String count : List.of("windows", "events", "late", "lost")) {
                assertThat(node(served, "a").path(count).isNull()).as(count + ": only the receiver knows it").isTrue();
            }
            try (MachineLog receiver = new MachineLog(store.machines())) {
                receiver.add("a", BOOT, 1, 200);
                assertThat(machine(served, "a").path("load").asDouble()).isEqualTo(0.1);
                receiver.add("a", BUSY, 2, Double.NaN);
                receiver.add("b", new NodeState(-1, 2, -1, -1, -1, 300), 3, 200);
            }
            Files.writeString(store.machines(), "{\"ref_ns\":4,\"node\":\"a\",\"load\":9", StandardOpenOption.APPEND);
            JsonNode a = machine(served, "a");
            assertThat(a.path("load").asDouble()).isEqualTo(3.5);
            assertThat(a.path("network_lost").asLong()).as("since the start of the run").isEqualTo(2);
            assertThat(a.path("memory_available_bytes").asLong()).isEqualTo(1_000);
            assertThat(machine(served, "b").path("load").isNull()).isTrue();
            assertThat(machine(served, "b").path("cpus").asInt()).isEqualTo(2);
            Files.writeString(store.machines(), "\n[]\n{\"node\":\"b\"}\n", StandardOpenOption.APPEND);
            assertThat(machine(served, "a").path("load").asDouble()).as("damaged lines are skipped").isEqualTo(3.5);
            assertThat(machine(served, "b").path("cpus").asInt()).isEqualTo(2);
        }
    }
}
