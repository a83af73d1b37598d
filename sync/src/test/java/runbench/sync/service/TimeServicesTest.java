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
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;
import runbench.sync.service.TimeServices.TimeService;

@Tag("scenario")
class TimeServicesTest {
    private static final long AHEAD = 2_000_000_000L;

    @BeforeEach
    void needsTheLibrary() {
        assumeTrue(
                Files.exists(
                        Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
    }

    /** A server two seconds ahead that first answers another client's request. */
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
    void sntpAcceptsOnlyTheAnswerToItsRequest() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            server(socket, 2);
            try (TimeService sntp = TimeServices.open("sntp:127.0.0.1:" + socket.getLocalPort())) {
                for (int i = 0; i < 20; i++) {
                    TimeService.Reading r = sntp.read();
                    // Half the round trip bounds the error, independently of the machine's load.
                    assertThat(r.serviceNanos() - r.localNanos() - AHEAD).isBetween(-r.roundTripNanos() / 2 - 1000,
                            r.roundTripNanos() / 2 + 1000);
                }
                assertThat(sntp.packets()).isEqualTo(2);
            }
        }
    }

    @Test
    void sntpRejectsUnsynchronisedAndSilentServers() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            server(socket, 0);
            try (TimeService sntp = TimeServices.open("sntp:127.0.0.1:" + socket.getLocalPort())) {
                assertThatThrownBy(sntp::read).isInstanceOf(RunbenchException.class)
                        .hasMessageContaining("not synchronised");
            }
        }
        try (TimeService silent = TimeServices.open("sntp:127.0.0.1:9")) {
            assertThatThrownBy(silent::read).isInstanceOf(RunbenchException.class).hasMessageContaining("no answer");
        }
    }

    @Test
    void ntpStampsAreExactToTheirTick() {
        for (long nanos : new long[]{0, 1, 999_999_999L, 1_700_000_000_123_456_789L}) {
            assertThat(SntpService.nanos(ntp(nanos))).isEqualTo(nanos);
        }
    }

    @Test
    void benchMeasuresAWrongClock() throws IOException {
        try (Clock truth = Clock.open("realtime");
                TimeService wrong = TimeServices.open("clock:virtual(realtime,offset=5000000)")) {
            ServiceBench.Series s = ServiceBench.series(wrong, truth, 500, 0.2, null, CostMeter.NONE);
            double[] sorted = s.errors().clone();
            java.util.Arrays.sort(sorted);
            assertThat(sorted[sorted.length / 2]).isBetween(4_999_000.0, 5_001_000.0);
            assertThat(s.packetsPerSecond()).isZero();
        }
    }

    private record CountingSilence(int[] reads) implements TimeService {
        @Override
        public String name() {
            return "silent";
        }

        @Override
        public Reading read() {
            reads[0]++;
            throw RunbenchException.machine("no answer");
        }
    }

    /**
     * One answer in three arrives. The others are counted, and none ends the series. A service that never answers does.
     */
    @Test
    void countsLostAnswers() throws IOException {
        int[] reads = new int[1];
        TimeService lossy = new TimeService() {
            @Override
            public String name() {
                return "lossy";
            }

            @Override
            public Reading read() {
                if (reads[0]++ % 3 != 0) {
                    throw RunbenchException.machine("no answer");
                }
                return new Reading(0, 0, 10);
            }
        };
        try (Clock truth = Clock.open("realtime")) {
            ServiceBench.Series s = ServiceBench.series(lossy, truth, 300, 0.1, null, CostMeter.NONE);
            assertThat(s.lost()).isEqualTo(20);
            assertThat(s.errors()).hasSize(10);
            reads[0] = 1;
            assertThat(ServiceBench.series(lossy, truth, 300, 0.1, null, CostMeter.NONE).lost())
                    .as("the first two among them")
                    .isBetween(20, 21);
            reads[0] = Integer.MIN_VALUE;
            TimeService silent = new CountingSilence(reads);
            assertThatThrownBy(() -> ServiceBench.series(silent, truth, 300, 0.1, null, CostMeter.NONE))
                    .hasMessageContaining("no answer");
            assertThat(reads[0] - Integer.MIN_VALUE).as("it is given up soon").isEqualTo(3);
        }
    }

    /** CPU time of a service's child processes counts. */
    @Test
    void countsCpuTimeOfChildProcesses() throws IOException {
        String busy = "command:i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; date +%s%N";
        try (Clock truth = Clock.open("realtime"); TimeService service = TimeServices.open(busy)) {
            assertThat(ServiceBench.series(service, truth, 2, 1, null, CostMeter.NONE).cpuMicros())
                    .isGreaterThan(20_000);
        }
    }

    /** A model is a time service: a clock 0.12 s off and 87.5 ppm fast yields the reference's time. */
    @Test
    void modelYieldsTheReferencesTime(@TempDir Path folder) throws IOException {
        long epoch = System.currentTimeMillis() * 1_000_000L;
        Oscillator fast = Oscillator.steady(87.5, epoch);
        var window = new Generator(Link.QUIET, ScenarioPlan.OFFSET, -123_456_789, fast).window(epoch - 4_000_000_000L,
                new SplittableRandom(1));
        WindowModel measured = WindowModel.of(Estimation.of(window, Stamps.KERNEL, Estimators.DEFAULT, 1));
        Path file = folder.resolve("n.model.json");
        ModelFile.write(file, new NodeModel("n", "ref", "virtual clock", NodeModel.TYPICAL_WANDER, List.of(measured)),
                100_000);
        try (Clock truth = Clock.open("realtime");
                TimeService model = TimeServices
                        .open("model:" + file + "@virtual(realtime,offset=-123456789,ppm=87.5,epoch=" + epoch + ")")) {
            double[] errors = ServiceBench.series(model, truth, 500, 0.2, null, CostMeter.NONE).errors().clone();
            java.util.Arrays.sort(errors);
            assertThat(errors[errors.length / 2]).isBetween(-2000.0, 2000.0);
        }
    }

    @Test
    void trafficIsLimitedToLoopback() throws IOException {
        try (DatagramSocket sink = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            sink.setSoTimeout(5000);
            DatagramPacket frame = new DatagramPacket(new byte[2000], 2000);
            try (Traffic traffic = Traffic.start("127.0.0.1:" + sink.getLocalPort() + ",20")) {
                sink.receive(frame);
                sink.receive(frame);
                assertThat(frame.getLength()).isEqualTo(1472);
                assertThat(traffic.megabits()).isPositive();
            }
        }
        for (String wrong : new String[]{"127.0.0.1", "127.0.0.1,0", "127.0.0.1,fast", ",5", "127.0.0.1:x,5",
                "127.0.0.1:70000,5"}) {
            assertThatThrownBy(() -> Traffic.start(wrong).close()).as(wrong)
                    .isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("--udp-load");
        }
        assumeTrue(Files.readString(Path.of("/proc/self/net/route")).contains("\t00000000\t"),
                "this network has no outside connection, so traffic is permitted");
        assertThatThrownBy(() -> Traffic.start("192.0.2.1,1").close()).hasMessageContaining("shared with other hosts");
    }

    @Test
    void commandPrintsNanoseconds() throws IOException {
        try (TimeService date = TimeServices.open("command:date +%s%N");
                TimeService words = TimeServices.open("command:echo noon")) {
            TimeService.Reading r = date.read();
            assertThat(r.serviceNanos() - r.localNanos()).isBetween(-r.roundTripNanos(), r.roundTripNanos());
            assertThatThrownBy(words::read).isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("printed 'noon'");
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
