package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

/** Measures windows through a network that loses and duplicates packets, always the same ones. */
@Tag("waits")
class LossTest {
    private static final int OPEN = 1;
    private static final int PROBE = 2;
    private static final int CLOSE = 3;
    private static final int REPLY = 128;
    private static final int QUESTION = 127;
    /** Timeout of a reply where no packet is lost, ms: longer than a busy machine suspends a program. */
    private static final int PATIENT_MILLIS = 2000;
    /** Timeout where a few packets are lost and the others must arrive, ms: each lost packet costs it. */
    private static final int LOSSY_MILLIS = 400;
    /** Timeout where any packet may be lost, ms. */
    private static final int SHORT_MILLIS = 20;

    @TempDir
    private Path folder;
    private LoopbackReflector reflector;

    @BeforeEach
    void chooseAPort() throws IOException {
        reflector = LoopbackReflector.onFreePort();
    }

    private ExchangeRecording window(WindowPlan plan, Relay relay) throws IOException {
        return SyncWindow
                .run(List.of(), plan, List.of(new Node("n1", "localhost", "127.0.0.1", relay.port())), "here", folder)
                .get("n1");
    }

    private static WindowPlan plan(int bursts, int exchanges, int timeoutMillis) {
        return new WindowPlan(bursts, exchanges, 10_000_000L, timeoutMillis, 1, "realtime", false);
    }

    /** One packet in ten is lost in both directions; every window is measured and has the node's clock. */
    @Test
    void measuresEveryWindowWithATenthOfThePacketsLost() throws IOException {
        int windows = 20;
        SplittableRandom random = new SplittableRandom(7);
        AtomicInteger openings = new AtomicInteger();
        try (Reflectors running = reflector.start(""); Relay relay = new Relay(reflector.port(), (type, packet) -> {
            openings.addAndGet(type == OPEN ? 1 : 0);
            return random.nextInt(10) == 0 ? 0 : 1;
        })) {
            WindowPlan plan = plan(3, 8, SHORT_MILLIS);
            for (int i = 0; i < windows; i++) {
                ExchangeRecording r = window(plan, relay);
                assertThat(r.exchanges().size()).as("window %d", i).isPositive();
                assertThat(r.meta().json().path("answered_open").asBoolean()).as("window %d", i).isTrue();
                assertThat(r.meta().json().path("node_clock").path("source").asText()).as("window %d", i)
                        .isEqualTo("realtime");
                assertThat(r.meta().json().path("sent").asLong() + r.meta().json().path("received").asLong())
                        .isLessThanOrEqualTo(plan.packetsPerNode());
                assertThat(r.meta().json().path("declared_packets").asLong()).isEqualTo(plan.packetsPerNode());
            }
            assertThat(openings.get()).as("some were lost and sent again").isGreaterThan(windows);
            assertThat(running.output()).hasSize(1);
        }
    }

    /** Only probes pass for a while: the clock's name is requested again within the window. */
    @Test
    void repeatsTheRequestForANodesClock() throws IOException {
        AtomicInteger openings = new AtomicInteger();
        try (Reflectors running = reflector.start("--clock monotonic");
                Relay relay = new Relay(reflector.port(),
                        (type, packet) -> type == OPEN && openings.incrementAndGet() <= 6 ? 0 : 1)) {
            // A second node keeps the window open.
            Node other = new Node("other", "localhost", "127.0.0.1", reflector.port());
            Node behind = new Node("n1", "localhost", "127.0.0.1", relay.port());
            ExchangeRecording r = SyncWindow
                    .run(List.of(), plan(4, 8, LOSSY_MILLIS), List.of(behind, other), "here", folder)
                    .get("n1");
            assertThat(r.exchanges().size()).isEqualTo(32);
            assertThat(r.meta().json().path("node_clock").path("source").asText()).isEqualTo("monotonic");
            assertThat(openings.get()).isEqualTo(7);
            assertThat(running.output()).hasSize(1);
        }
    }

    /** The accepted reply is the second one, whose send time has no kernel stamp. */
    @Test
    void duplicatedProbeWithALostReplyLeavesTheRestReadable() throws IOException {
        AtomicInteger probes = new AtomicInteger();
        AtomicInteger replies = new AtomicInteger();
        try (Reflectors running = reflector.start(""); Relay relay = new Relay(reflector.port(), (type, packet) -> {
            boolean chosen = packet[14] % 8 == 5;
            if (type == PROBE && chosen) {
                probes.incrementAndGet();
                return 2;
            }
            return type == (PROBE | REPLY) && chosen && replies.incrementAndGet() % 2 == 1 ? 0 : 1;
        })) {
            ExchangeRecording r = window(plan(4, 16, PATIENT_MILLIS), relay);
            assertThat(probes.get()).isEqualTo(8);
            Exchanges e = r.exchanges();
            assertThat(e.size()).isEqualTo(64);
            assumeTrue(e.count(Stamps.KERNEL) > 0, "this kernel stamps no sends");
            for (int i = 0; i < e.size(); i++) {
                long k3 = e.stamp(Stamps.KERNEL, 3, i);
                // A second reply to an answered probe looks like the first: seq 5 and 13.
                assertThat(e.seq(i) % 8 == 5 ? k3 == 0 : k3 == 0 || k3 >= e.stamp(Stamps.KERNEL, 2, i)).as("row %d", i)
                        .isTrue();
            }
            assertThat(r.meta().json().path("dropped_stamps").asInt()).isEqualTo(8);
            assertThat(r.impossible()).isZero();
            assertThat(running.output()).hasSize(1);
        }
    }

    /** A node with the key is measured; forged, modified and replayed packets are ignored. */
    @Test
    void acceptsOnlySealedPacketsWithAKey() throws IOException {
        Path key = secret("key", "0123456789abcdef0123456789abcdef\n");
        byte[][] old = new byte[1][];
        try (Reflectors running = reflector.start("--key " + key);
                Relay relay = new Relay(reflector.port(), (type, packet) -> {
                    if (type == PROBE && packet[14] == 1) {
                        packet[16] ^= 1; // t1
                    }
                    if (type == (PROBE | REPLY) && packet[14] == 3) {
                        packet[24] ^= 4; // t2
                    }
                    if (type == (PROBE | REPLY) && packet[14] == 5 && old[0] != null) {
                        System.arraycopy(old[0], 0, packet, 0, 80); // a reply of the previous burst with a valid seal
                    } else if (type == (PROBE | REPLY) && packet[14] == 6) {
                        old[0] = java.util.Arrays.copyOf(packet, 80);
                    }
                    return 1;
                })) {
            WindowPlan plan = plan(3, 8, LOSSY_MILLIS).withKey(key.toString());
            ExchangeRecording r = window(plan, relay);
            assertThat(r.meta().json().path("key").asBoolean()).isTrue();
            assertThat(r.exchanges().size()).as("two of eight changed; one replayed in two of three bursts")
                    .isEqualTo(3 * 8 - 6 - 2);
            assertThat(r.meta().json().path("ignored").path("unauthentic").asInt()).isEqualTo(3);
            assertThat(r.meta().json().path("ignored").path("not_awaited").asInt()).isEqualTo(2);
            assertThat(plan.bytesPerNode()).isEqualTo(plan.packetsPerNode() * (80 + 42));
            assertThat(r.meta().json().path("declared_bytes").asLong()).isEqualTo(plan.bytesPerNode());
            assertThatThrownBy(() -> window(plan(1, 8, SHORT_MILLIS), relay)).as("no key")
                    .hasMessageContaining("no answer");
            Path other = secret("other", "another key, but long enough");
            assertThatThrownBy(() -> window(plan(1, 8, SHORT_MILLIS).withKey(other.toString()), relay))
                    .as("another key")
                    .hasMessageContaining("no answer");
            assertThat(running.output().get("n1").get(0)).contains("\"key\":true");
        }
    }

    @Test
    void rejectsAnUnsafeKey() throws IOException {
        Path open = secret("open", "0123456789abcdef");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        Path few = secret("few", "0123456789\n");
        assertThatThrownBy(() -> reflector.start("--key " + open)).hasMessageContaining("other users can read")
                .hasMessageContaining("chmod 600");
        assertThatThrownBy(() -> reflector.start("--key " + few)).hasMessageContaining("16 to 4096 bytes, this has 10");
        try (Relay relay = new Relay(reflector.port(), (type, packet) -> 1)) {
            assertThatThrownBy(() -> window(plan(1, 8, SHORT_MILLIS).withKey(folder.resolve("none").toString()), relay))
                    .isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("--key ")
                    .hasMessageContaining("none: No such file");
        }
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** A name with a quote, a new line and letters beyond ASCII is escaped in the file. */
    @Test
    void escapesNamesInRecordings() throws IOException {
        String name = "Büro \"3\" \\ \n# end rows=0";
        try (Reflectors running = reflector.start("");
                Relay relay = new Relay(reflector.port(), (type, packet) -> type == (CLOSE & QUESTION) ? 0 : 1)) {
            ExchangeRecording r = SyncWindow
                    .run(List.of(), plan(1, 8, LOSSY_MILLIS),
                            List.of(new Node("n1", "localhost", "127.0.0.1", relay.port())), name, folder)
                    .get("n1");
            assertThat(r.meta().json().path("reference").asText()).isEqualTo(name);
            assertThat(r.exchanges().size()).isEqualTo(8);
            assertThat(running.output()).hasSize(1);
        }
    }

    @Test
    void rejectsTooManyExchanges() throws IOException {
        try (Relay relay = new Relay(reflector.port(), (type, packet) -> 1)) {
            assertThatThrownBy(() -> window(plan(65535, 65535, SHORT_MILLIS), relay))
                    .isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("4294836225 exchanges per node; the maximum is 1000000");
        }
    }
}
