package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.base.progress.Progress;
import runbench.base.timeline.Timeline;
import runbench.livelog.display.NodeState;
import runbench.sync.live.EmittedLog;

/** Connections that break and return, and servers that end. */
class ServerStatesTest {
    private static final ServerEnd OK = new ServerEnd(0, 0, false, false, ServerEnd.Dropped.NONE, null);

    @TempDir
    private Path folder;
    private EmittedLog emitted;
    private LiveFeed feed;
    private MachineLog machines;
    private ServerStates states;
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        emitted = EmittedLog.append(folder.resolve(EmittedLog.NAME));
        feed = new LiveFeed(emitted, 1_000_000, failure -> {}, (node, nanos) -> {});
        feed.timeline("a", Timeline.IDENTITY);
        feed.timeline("b", Timeline.IDENTITY);
        machines = new MachineLog(folder.resolve("machines.ndjson"));
        states = new ServerStates(List.of("a", "b"), Map.of(), feed, machines, new LogObserver() {
            @Override
            public Progress progress(String task, String unit) {
                return Progress.NONE;
            }

            @Override
            public void started() {
                seen.add("started");
            }

            @Override
            public void ended(String node, ServerEnd end) {
                seen.add(node + " " + end.text());
            }

            @Override
            public void problem(String node, String problem) {
                seen.add(node + ": " + problem);
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        feed.close();
        machines.close();
        emitted.close();
    }

    @Test
    void theStatesOfMachinesAreStoredWithPacketsCountedFromTheStartOfTheRun() throws IOException {
        assertThat(machines.latest("a")).isNull();
        states.state("a", answer(1000, 250_000));
        states.state("b", answer(-1, 90_000));
        states.state("a", answer(1012, 260_000));
        assertThat(machines.latest("a")).isEqualTo(new NodeState(1.5, 4, 8_000, 3_000, 12, 260_000));
        assertThat(machines.latest("b").networkLost()).isEqualTo(-1);
        List<String> lines = Files.readAllLines(folder.resolve("machines.ndjson"));
        assertThat(lines).hasSize(3);
        Map<String, Object> last = Json.object(lines.get(2));
        assertThat(last).containsEntry("node", "a")
                .containsEntry("load", 1.5)
                .containsEntry("cpus", 4)
                .containsEntry("memory_available_bytes", 3000)
                .containsEntry("network_lost", 12)
                .containsEntry("round_trip_ns", 260_000)
                .containsEntry("clock_error_ns", 0.0);
        assertThat(Json.object(lines.get(1))).containsEntry("network_lost", null);
    }

    private static NodeState answer(long lost, long roundTripNanos) throws IOException {
        return NodeState.of(
                Fields.ofAnswer(Json.object("{\"load\":1.5,\"cpus\":4,\"memory_total_bytes\":8000,"
                        + "\"memory_available_bytes\":3000,\"network_lost\":" + lost + "}"), "a relay"),
                roundTripNanos);
    }

    @Test
    void aNodeIsDisconnectedUntilItsConnectionReturns() {
        states.connected("a", 5);
        states.disconnected("a", "no route");
        assertThat(states.isDisconnected("a")).isTrue();
        assertThat(seen).containsExactly("a: the connection broke (no route); trying again");
        states.connected("a", 7);
        assertThat(states.isDisconnected("a")).isFalse();
        assertThat(states.realtimeMinusClockNanos("a")).contains(7L);
        assertThat(states.realtimeMinusClockNanos("b")).isEmpty();
    }

    @Test
    void theRunEndsWithItsLastServer() throws InterruptedException {
        states.ended("a", OK);
        assertThat(states.isEnded()).isFalse();
        states.ended("b", ServerEnd.unknown("the node is not reachable any more"));
        assertThat(states.await(() -> {})).isFalse();
        assertThat(states.isSuccess()).isFalse();
    }

    @Test
    void aRequestToStopEndsTheWait() throws InterruptedException {
        states.stop();
        assertThat(states.await(() -> {})).isTrue();
    }

    @Test
    void theFirstFailureIsKept() throws InterruptedException {
        IOException full = new IOException("disk full");
        states.storeFailed(full);
        states.storeFailed(new IOException("again"));
        states.await(() -> {});
        assertThat(states.storeFailure()).isSameAs(full);
    }

    @Test
    void droppedEventsOfAllNodesAddUp() {
        states.ended("a", OK.with(new ServerEnd.Dropped(1200, false)));
        states.ended("b", OK.with(new ServerEnd.Dropped(34, true)));
        ServerEnd.Dropped all = ServerEnd.Dropped.sum(states.ends());
        assertThat(all.text()).isEqualTo("at least 1,234 dropped");
        assertThat(ServerEnd.Dropped.NONE.text()).isEqualTo("none dropped");
        assertThat(new ServerEnd.Dropped(0, true).text()).isEqualTo("an unknown number dropped");
    }

    @Test
    void anEndKeepsItsFieldsInAFile() {
        ServerEnd end = new ServerEnd(0, 9, false, true, new ServerEnd.Dropped(2, false), null);
        assertThat(ServerEnd.of(Fields.ofFile(end.members(), "log.json"))).isEqualTo(end);
        assertThat(end.status()).isEqualTo(137);
        assertThat(end.isSuccess()).isFalse();
        assertThat(new ServerEnd(0, 15, true, false, ServerEnd.Dropped.NONE, null).isSuccess()).isTrue();
        assertThat(ServerEnd.unknown("lost").status()).isEqualTo(255);
    }
}
