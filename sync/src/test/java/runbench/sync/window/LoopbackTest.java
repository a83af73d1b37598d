package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.External;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.Template.Words;

/** Runs a real reflector and a real window on loopback without privileges. A virtual clock gives the truth. */
@Tag("waits")
class LoopbackTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;
    private static final WindowPlan SHORT = new WindowPlan(8, 32, 400_000_000L, 40, 1, "realtime", false);

    @TempDir
    private Path folder;
    private int port;

    @BeforeEach
    void needsThePrograms() throws IOException {
        assumeTrue(
                Files.exists(Path.of(System.getProperty("runbench.home", "."), "native/build/bin/runbench-reflector")),
                "native/build/bin/runbench-reflector is not built (make -C native)");
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    private Reflectors reflector(String more) {
        return Reflectors.start("{command}",
                Programs.path("runbench-reflector") + " --listen 127.0.0.1:{port} --until-eof " + more,
                List.of(node()));
    }

    private Node node() {
        return new Node("n1", "localhost", "127.0.0.1", port);
    }

    private ExchangeRecording window(WindowPlan plan) throws IOException {
        return SyncWindow.run(List.of(), plan, List.of(node()), "here", folder).get("n1");
    }

    private static Estimate estimate(ExchangeRecording r, Stamps stamps) {
        return Estimation.of(r.exchanges(), stamps, Estimators.DEFAULT, r.meta().json().path("slack_ns").asDouble());
    }

    // A busy machine may delay packets beyond the limits once.
    @RetryingTest(2)
    void sendsTheDeclaredPacketsAndMeasuresTheClock() throws IOException {
        try (Reflectors running = reflector("--clock virtual(realtime,offset=-123456789,ppm=75,epoch=" + EPOCH + ")")) {
            ExchangeRecording r = window(SHORT);
            assertThat(running.output().get("n1").get(0)).contains("\"kernel_stamps\":true");
            assertThat(r.meta().json().path("declared_packets").asLong()).isEqualTo(SHORT.packetsPerNode());
            assertThat(r.meta().json().path("sent").asLong() + r.meta().json().path("received").asLong())
                    .as("nothing was lost")
                    .isEqualTo(SHORT.packetsWithoutLoss());
            assertThat(r.exchanges().size()).isEqualTo(8 * 32);
            Estimate e = estimate(r, r.exchanges().best());
            // The limits are loose because of a busy build machine; accuracy has a test of its own.
            assertThat(e.errorAgainst(-123456789, 75e-6 * (e.x0Nanos() - EPOCH))).isBetween(-20_000.0, 20_000.0);
            assertThat(e.guarantees(-123456789, 75e-6 * (e.x0Nanos() - EPOCH))).isTrue();
        }
    }

    /** Lost, duplicated, stale, reordered and damaged replies: none is accepted, all are counted. */
    // A busy machine may delay packets beyond the limits once.
    @RetryingTest(2)
    void acceptsOnlyTheAwaitedReply() throws IOException {
        try (Reflectors running = reflector(
                "--rehearse loss=0.05,duplicate=0.05,stale=0.05,reorder=0.05,corrupt=0.05,seed=3")) {
            ExchangeRecording r = window(new WindowPlan(8, 64, 400_000_000L, 5, 1, "realtime", false));
            JsonNode ignored = r.meta().json().path("ignored");
            assertThat(ignored.path("not_awaited").asInt()).isGreaterThan(10);
            assertThat(ignored.path("damaged").asInt()).isGreaterThan(5);
            assertThat(r.exchanges().size()).isBetween(250, 500);
            for (int i = 0; i < r.exchanges().size(); i++) {
                // One clock on both sides: a stale reply would have stamps of the node before the probe was sent.
                assertThat(r.exchanges().stamp(Stamps.USER, 2, i))
                        .isGreaterThanOrEqualTo(r.exchanges().stamp(Stamps.USER, 1, i));
                assertThat(r.exchanges().stamp(Stamps.USER, 4, i))
                        .isGreaterThanOrEqualTo(r.exchanges().stamp(Stamps.USER, 3, i));
            }
            Estimate e = estimate(r, Stamps.USER);
            assertThat(e.guarantees(0, 0)).isTrue();
            assertThat(running.output()).hasSize(1);
        }
    }

    /** The reflector ends in the middle of a window and is started again. The exchanges before and after count. */
    // A busy machine may delay packets beyond the limits once.
    @RetryingTest(2)
    void nodeMayRestartWithinAWindow() throws Exception {
        CompletableFuture<ExchangeRecording> window;
        try (Reflectors first = reflector("")) {
            window = CompletableFuture.supplyAsync(() -> {
                try {
                    return window(new WindowPlan(16, 16, 3_000_000_000L, 20, 1, "realtime", false));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Thread.sleep(800);
            assertThat(first.output()).hasSize(1);
        }
        Thread.sleep(700);
        try (Reflectors second = reflector("")) {
            ExchangeRecording r = window.get(30, TimeUnit.SECONDS);
            int bursts = (int) IntStream.range(0, r.exchanges().size()).map(r.exchanges()::burst).distinct().count();
            assertThat(bursts).as("some bursts got no answer").isBetween(4, 15);
            assertThat(r.exchanges().burst(0)).isZero();
            assertThat(r.exchanges().burst(r.exchanges().size() - 1)).isEqualTo(15);
            Estimate e = estimate(r, r.exchanges().best());
            assertThat(e.guarantees(0, 0)).isTrue();
            assertThat(second.output()).hasSize(1);
        }
    }

    @Test
    void otherClocksHaveKernelStampsToo() throws IOException {
        try (Reflectors running = reflector("--clock monotonic")) {
            ExchangeRecording r = window(new WindowPlan(4, 32, 100_000_000L, 40, 1, "monotonic", false));
            assertThat(r.exchanges().best()).isEqualTo(Stamps.KERNEL);
            assertThat(estimate(r, Stamps.KERNEL).guarantees(0, 0)).isTrue();
            assertThat(running.output().get("n1").get(0)).contains("monotonic");
        }
    }

    /**
     * The node's counter and the reference's time service are in the recording; the node itself reported the former.
     */
    @Test
    void recordingsContainTheNodesCounterAndTheTimeService() throws IOException {
        assumeTrue(Files.readString(Path.of("/proc/cpuinfo")).contains("nonstop_tsc"),
                "this CPU's counter is no clock");
        try (Reflectors running = reflector("--clock tsc")) {
            JsonNode meta = window(new WindowPlan(2, 8, 50_000_000L, 40, 1, "realtime", false)).meta().json();
            assertThat(running.output().get("n1").get(0)).contains("\"hertz\"");
            assertThat(meta.path("node_clock").path("source").asText()).isEqualTo("tsc");
            assertThat(meta.path("node_clock").path("hertz").asDouble()).isBetween(1e7, 1e10);
            assertThat(meta.path("node_clock").path("hertz_error").asDouble()).isBetween(0.001, 1e6);
            External external = External.ofRecording(meta.path("external"));
            assertThat(external.slope()).as("realtime is the system's clock").isZero();
            assertThat((double) external.xNanos()).isCloseTo(System.currentTimeMillis() * 1e6,
                    org.assertj.core.data.Offset.offset(60e9));
        }
    }

    /**
     * Programs that convert the counter to ns agree: the reflector, the reference's engine and this JVM. Separately
     * measured divisors would differ by 1e-7 or more, which is ms over the ticks since boot.
     */
    // A busy machine may delay packets beyond the limits once.
    @RetryingTest(2)
    void allProgramsOfABootConvertTicksEqually() throws IOException {
        assumeTrue(Files.readString(Path.of("/proc/cpuinfo")).contains("nonstop_tsc"),
                "this CPU's counter is no clock");
        JsonNode said;
        Estimate e;
        try (Reflectors running = reflector("--clock tsc")) {
            said = new ObjectMapper().readTree(running.output().get("n1").get(0)).path("clock");
            assumeTrue(!"process".equals(said.path("scale").asText()),
                    "no folder to share the counter's scale can be written here");
            e = estimate(window(new WindowPlan(4, 32, 100_000_000L, 40, 1, "tsc", false)), Stamps.KERNEL);
        }
        try (Clock here = Clock.open("tsc")) {
            assertThat(here.hertz()).isEqualTo(said.path("hertz").asDouble()).isEqualTo(Math.rint(here.hertz()));
            assertThat(here.describe()).contains("\"scale\":\"" + said.path("scale").asText() + "\"");
        }
        assertThat(e.guarantees(0, 0)).isTrue();
        assertThat(e.errorAgainst(0, 0)).isBetween(-20_000.0, 20_000.0);
    }

    @Test
    void silentNodeIsAnErrorWithARemedy() {
        assertThatThrownBy(() -> window(SHORT)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no node answered")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow())
                        .contains("runbench sync reflector"));
    }

    @Test
    void silentNodeDoesNotAffectTheOthers() throws IOException {
        try (Reflectors running = reflector("")) {
            Node dead = new Node("dead", "localhost", "127.0.0.1", 9);
            Map<String, ExchangeRecording> all = SyncWindow.run(List.of(), SHORT, List.of(dead, node()), "here",
                    folder);
            assertThat(all).containsOnlyKeys("n1");
            assertThat(running.output()).isNotEmpty();
        }
    }

    @Test
    void reflectorsEndWithTheirStarter() throws IOException {
        long pid;
        try (Reflectors running = reflector("")) {
            assertThat(running.output()).isNotEmpty();
            pid = ProcessHandle.current()
                    .children()
                    .filter(p -> p.info().command().orElse("").endsWith("runbench-reflector"))
                    .findFirst()
                    .orElseThrow()
                    .pid();
        }
        ProcessHandle.of(pid).ifPresent(p -> assertThat(p.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    @Test
    void checksTemplatesBeforeAnyStart() {
        assertThatThrownBy(() -> Reflectors.start("ssh {host}", "x", List.of(node())))
                .hasMessageContaining("{command}");
        assertThatThrownBy(() -> Reflectors.start("/no/such/starter {command}", "x", List.of(node())))
                .hasMessageContaining("cannot be started");
        assertThatThrownBy(() -> Reflectors.start("false {command}", "x", List.of(node())))
                .hasMessageContaining("ended with 1")
                .hasMessageContaining("n1")
                .hasMessageContaining("false x");
    }

    @Test
    void parsesNodesOfAllForms() {
        assertThat(Node.parse("node1", 7911)).isEqualTo(new Node("node1", "node1", "node1", 7911));
        assertThat(Node.parse("a=10.0.0.2:9", 7911)).isEqualTo(new Node("a", "a", "10.0.0.2", 9));
        assertThat(Node.parse("a=[fe80::1]:9", 7911).port()).isEqualTo(9);
        assertThat(Node.parse("a=fe80::1", 7911).argument()).isEqualTo("a=[fe80::1]:7911");
        for (String wrong : new String[]{"", "=x", "a=", "a=b:x", "a=b:70000", "a/b"}) {
            assertThatThrownBy(() -> Node.parse(wrong, 7911)).as(wrong).isInstanceOf(RunbenchException.class);
        }
        assertThat(Words.split("ssh -o 'A B' {host}  \"x y\"z")).containsExactly("ssh", "-o", "A B", "{host}", "x yz");
    }
}
