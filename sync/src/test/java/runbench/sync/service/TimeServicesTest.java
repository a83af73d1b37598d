package runbench.sync.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import runbench.parser.RunbenchException;
import runbench.sync.clock.Clock;

class TimeServicesTest {
    private static final long AHEAD = 2_000_000_000L;

    @BeforeEach
    void needsTheLibrary() {
        assumeTrue(Files.exists(Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
    }

    /** A server two seconds ahead that first answers somebody else's question. */
    private static Thread server(DatagramSocket socket, int stratum) {
        Thread thread = new Thread(() -> {
            byte[] buffer = new byte[100];
            DatagramPacket in = new DatagramPacket(buffer, buffer.length);
            try (Clock clock = Clock.open("realtime")) {
                while (true) {
                    socket.receive(in);
                    long cookie = ByteBuffer.wrap(buffer).getLong(40);
                    ByteBuffer reply = ByteBuffer.allocate(48).put(0, (byte) 0x24).put(1, (byte) stratum);
                    reply.putLong(24, cookie + 1).putLong(32, 1).putLong(40, 1);
                    socket.send(new DatagramPacket(reply.array(), 48, in.getSocketAddress()));
                    long now = ntp(clock.nanos() + AHEAD);
                    reply.putLong(24, cookie).putLong(32, now).putLong(40, now);
                    socket.send(new DatagramPacket(reply.array(), 48, in.getSocketAddress()));
                }
            } catch (IOException closed) {
                // The test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static long ntp(long nanos) {
        long seconds = Math.floorDiv(nanos, 1_000_000_000L) + 2_208_988_800L;
        return seconds << 32 | Math.round(Math.floorMod(nanos, 1_000_000_000L) * 0x1p32 / 1e9);
    }

    @Test
    void sntpBelievesOnlyTheAnswerToItsQuestion() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            server(socket, 2);
            try (TimeService sntp = TimeServices.open("sntp:127.0.0.1:" + socket.getLocalPort())) {
                for (int i = 0; i < 20; i++) {
                    TimeService.Reading r = sntp.read();
                    // Half the round trip bounds the error, whatever the machine is busy with.
                    assertThat(r.serviceNanos() - r.localNanos() - AHEAD).isBetween(-r.roundTripNanos() / 2 - 1000, r.roundTripNanos() / 2 + 1000);
                }
                assertThat(sntp.packets()).isEqualTo(2);
            }
        }
    }

    @Test
    void sntpRefusesAnUnsynchronisedServerAndSaysSoOfASilentOne() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            server(socket, 0);
            try (TimeService sntp = TimeServices.open("sntp:127.0.0.1:" + socket.getLocalPort())) {
                assertThatThrownBy(sntp::read).isInstanceOf(RunbenchException.class).hasMessageContaining("not synchronised");
            }
        }
        try (TimeService nobody = TimeServices.open("sntp:127.0.0.1:9")) {
            assertThatThrownBy(nobody::read).isInstanceOf(RunbenchException.class).hasMessageContaining("no answer");
        }
    }

    @Test
    void ntpStampsAreExactToTheirTick() {
        for (long nanos : new long[] {0, 1, 999_999_999L, 1_700_000_000_123_456_789L}) {
            assertThat(SntpService.nanos(ntp(nanos))).isEqualTo(nanos);
        }
    }

    @Test
    void aWrongClockIsFoundOutByTheBench() throws IOException {
        try (Clock truth = Clock.open("realtime");
                TimeService wrong = TimeServices.open("clock:virtual(realtime,offset=5000000)")) {
            ServiceBench.Series s = ServiceBench.series(wrong, truth, 500, 0.2);
            double[] sorted = s.errors().clone();
            java.util.Arrays.sort(sorted);
            assertThat(sorted[sorted.length / 2]).isBetween(4_999_000.0, 5_001_000.0);
            assertThat(s.packetsPerSecond()).isZero();
        }
    }

    @Test
    void programsAnswerInNanoseconds() throws IOException {
        try (TimeService date = TimeServices.open("command:date +%s%N"); TimeService words = TimeServices.open("command:echo noon")) {
            TimeService.Reading r = date.read();
            assertThat(r.serviceNanos() - r.localNanos()).isBetween(-r.roundTripNanos(), r.roundTripNanos());
            assertThatThrownBy(words::read).isInstanceOf(RunbenchException.class).hasMessageContaining("printed 'noon'");
        }
        assertThatThrownBy(() -> TimeServices.open("sundial")).isInstanceOf(RunbenchException.class)
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("sntp:HOST"));
    }

    /** White phase noise of sigma has an Allan deviation of sqrt(3) sigma / tau; a constant drift has none. */
    @Test
    void allanDeviationOfKnownNoise() {
        SplittableRandom random = new SplittableRandom(1);
        double[] white = random.doubles(20_000).map(u -> random.nextGaussian() * 100).toArray();
        double[][] rows = ServiceBench.allan(white, 1);
        assertThat(rows[0][1]).isCloseTo(Math.sqrt(3) * 100e-9, org.assertj.core.data.Percentage.withPercentage(3));
        assertThat(rows[3][1]).isCloseTo(Math.sqrt(3) * 100e-9 / 8, org.assertj.core.data.Percentage.withPercentage(5));
        double[] drift = new double[100];
        for (int i = 0; i < 100; i++) {
            drift[i] = 5000.0 * i;
        }
        assertThat(ServiceBench.allan(drift, 1)[0][1]).isLessThan(1e-15);
    }
}
