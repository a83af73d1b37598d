package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.External;
import runbench.sync.window.Template.Words;

/** Runs a real reflector and a real window on loopback without privileges. A virtual clock gives the truth. */
@Tag("waits")
class LoopbackTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;
    private static final int PACKET_BYTES = 64;
    /** Timeout of a reply, ms: longer than a busy machine suspends a program, so that no reply counts as lost. */
    private static final int PATIENT_MILLIS = 2000;
    private static final WindowPlan PATIENT = new WindowPlan(8, 32, 400_000_000L, PATIENT_MILLIS, 1, "realtime", false);
    /** Plan for silent nodes, which cost a timeout per packet. */
    private static final WindowPlan IMPATIENT = new WindowPlan(8, 32, 400_000_000L, 40, 1, "realtime", false);

    @TempDir
    private Path folder;
    private LoopbackReflector reflector;

    @BeforeEach
    void chooseAPort() throws IOException {
        reflector = LoopbackReflector.onFreePort();
    }

    private ExchangeRecording window(WindowPlan plan) throws IOException {
        return SyncWindow.run(List.of(), plan, List.of(reflector.node()), "here", folder).get("n1");
    }

    @Test
    void sendsTheDeclaredPacketsAndMeasuresTheClock() throws IOException {
        try (Reflectors running = reflector
                .start("--clock virtual(realtime,offset=-123456789,ppm=75,epoch=" + EPOCH + ")")) {
            ExchangeRecording r = window(PATIENT);
            assertThat(running.output().get("n1").get(0)).contains("\"kernel_stamps\":true");
            assertThat(r.meta().json().path("declared_packets").asLong()).isEqualTo(PATIENT.packetsPerNode());
            assertThat(r.meta().json().path("sent").asLong() + r.meta().json().path("received").asLong())
                    .as("nothing was lost")
                    .isEqualTo(PATIENT.packetsWithoutLoss());
            assertThat(r.exchanges().size()).isEqualTo(8 * 32);
            new KnownClock(-123456789, 75e-6, EPOCH).assertBoundedBy(r, r.exchanges().best());
        }
    }

    /** Lost, duplicated, stale, reordered and damaged replies: none is accepted, all are counted. */
    @Test
    void acceptsOnlyTheAwaitedReply() throws IOException {
        Reflectors running = reflector
                .start("--rehearse loss=0.05,duplicate=0.05,stale=0.05,reorder=0.05,corrupt=0.05,seed=3");
        ExchangeRecording r;
        try (running) {
            r = window(new WindowPlan(8, 64, 400_000_000L, 10, 1, "realtime", false));
        }
        JsonNode counts = lastLine(running);
        JsonNode faults = counts.path("rehearsed");
        JsonNode ignored = r.meta().json().path("ignored");
        int replaced = faults.path("loss").asInt() + faults.path("stale").asInt() + faults.path("reorder").asInt()
                + faults.path("corrupt").asInt();
        int accepted = r.meta().json().path("received").asInt();
        int damaged = ignored.path("damaged").asInt();
        int notAwaited = ignored.path("not_awaited").asInt();
        assertThat(accepted).as("a late reply is not accepted either")
                .isBetween(64, counts.path("answered").asInt() - replaced);
        assertThat(r.exchanges().size()).as("exchanges, without opening and closing").isBetween(accepted - 2, accepted);
        assertThat(damaged).isBetween(5, faults.path("corrupt").asInt());
        assertThat(notAwaited).isGreaterThan(10);
        int sent = counts.path("bytes_out").asInt() / PACKET_BYTES;
        assertThat(accepted + damaged + notAwaited)
                .as("all of %d replies, except for those behind the reply to the closing", sent)
                .isBetween(sent - 4, sent);
        // One clock on both sides: a stale reply would have stamps of the node before the probe was sent.
        new KnownClock(0, 0, 0).assertBoundedBy(r, Stamps.USER);
    }

    /** The reflector ends in the middle of a window and is started again. The exchanges before and after count. */
    @Test
    void nodeMayRestartWithinAWindow() throws Exception {
        int bursts = 24;
        AtomicLong done = new AtomicLong();
        WindowPlan plan = new WindowPlan(bursts, 16, 3_000_000_000L, 20, 1, "realtime", false);
        CompletableFuture<ExchangeRecording> window;
        try (Reflectors first = reflector.start("")) {
            window = CompletableFuture.supplyAsync(() -> {
                try {
                    return SyncWindow
                            .run(List.of(), plan, List.of(reflector.node()), "here", folder, (n, all) -> done.set(n))
                            .recordings()
                            .get("n1");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            awaitBursts(done, 3);
            assertThat(first.output()).hasSize(1);
        }
        long ended = realtime();
        awaitBursts(done, done.get() + 3);
        long restarted = realtime();
        try (Reflectors second = reflector.start("")) {
            ExchangeRecording r = window.get(30, TimeUnit.SECONDS);
            int answered = (int) IntStream.range(0, r.exchanges().size()).map(r.exchanges()::burst).distinct().count();
            assertThat(answered).as("some bursts got no answer").isBetween(4, bursts - 1);
            assertThat(r.exchanges().burst(0)).isZero();
            assertThat(r.exchanges().burst(r.exchanges().size() - 1)).isEqualTo(bursts - 1);
            for (int i = 0; i < r.exchanges().size(); i++) {
                assertThat(r.exchanges().stamp(Stamps.USER, 2, i)).as("arrival while the node is down")
                        .matches(t -> t < ended || t > restarted);
            }
            new KnownClock(0, 0, 0).assertBoundedBy(r, r.exchanges().best());
            assertThat(second.output()).hasSize(1);
        }
    }

    private static void awaitBursts(AtomicLong done, long bursts) {
        Awaitility.await("burst " + bursts + " of the window")
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(30))
                .until(done::get, n -> n >= bursts);
    }

    /** Returns the system's clock, ns. */
    private static long realtime() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /** Returns the reflector's counts, which it reports at its end. */
    private static JsonNode lastLine(Reflectors ended) throws IOException {
        List<String> lines = ended.output().get("n1");
        return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    }

    @Test
    void otherClocksHaveKernelStampsToo() throws IOException {
        try (Reflectors running = reflector.start("--clock monotonic")) {
            ExchangeRecording r = window(new WindowPlan(4, 32, 100_000_000L, PATIENT_MILLIS, 1, "monotonic", false));
            assertThat(r.exchanges().best()).isEqualTo(Stamps.KERNEL);
            new KnownClock(0, 0, 0).assertBoundedBy(r, Stamps.KERNEL);
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
        try (Reflectors running = reflector.start("--clock tsc")) {
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
    @Test
    void allProgramsOfABootConvertTicksEqually() throws IOException {
        assumeTrue(Files.readString(Path.of("/proc/cpuinfo")).contains("nonstop_tsc"),
                "this CPU's counter is no clock");
        JsonNode said;
        ExchangeRecording r;
        try (Reflectors running = reflector.start("--clock tsc")) {
            said = new ObjectMapper().readTree(running.output().get("n1").get(0)).path("clock");
            assumeTrue(!"process".equals(said.path("scale").asText()),
                    "no folder to share the counter's scale can be written here");
            r = window(new WindowPlan(4, 32, 100_000_000L, PATIENT_MILLIS, 1, "tsc", false));
        }
        try (Clock here = Clock.open("tsc")) {
            assertThat(here.hertz()).isEqualTo(said.path("hertz").asDouble()).isEqualTo(Math.rint(here.hertz()));
            assertThat(here.describe()).contains("\"scale\":\"" + said.path("scale").asText() + "\"");
        }
        new KnownClock(0, 0, 0).assertBoundedBy(r, Stamps.USER);
        new KnownClock(0, 0, 0).assertBoundedBy(r, Stamps.KERNEL);
    }

    @Test
    void silentNodeIsAnErrorWithARemedy() {
        assertThatThrownBy(() -> window(IMPATIENT)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no node answered")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow())
                        .contains("runbench sync reflector"));
    }

    @Test
    void silentNodeDoesNotAffectTheOthers() throws IOException {
        try (Reflectors running = reflector.start("")) {
            Node dead = new Node("dead", "localhost", "127.0.0.1", 9);
            Map<String, ExchangeRecording> all = SyncWindow.run(List.of(), IMPATIENT, List.of(dead, reflector.node()),
                    "here", folder);
            assertThat(all).containsOnlyKeys("n1");
            assertThat(running.output()).isNotEmpty();
        }
    }

    @Test
    void reflectorsEndWithTheirStarter() throws IOException {
        long pid;
        try (Reflectors running = reflector.start("")) {
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
        assertThatThrownBy(() -> Reflectors.start("ssh {host}", "x", List.of(reflector.node())))
                .hasMessageContaining("{command}");
        assertThatThrownBy(() -> Reflectors.start("/no/such/starter {command}", "x", List.of(reflector.node())))
                .hasMessageContaining("cannot be started");
        assertThatThrownBy(() -> Reflectors.start("false {command}", "x", List.of(reflector.node())))
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
