package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.Chain;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.window.Launcher.Programs;

/** Measures four hosts with clocks seconds apart and up to 180 ppm fast, in network namespaces of the test. */
@Tag("machine")
class NamespacesTest {
    private static final long[] OFFSETS = {1_500_000_000L, -750_000_000L, 12_345L, -3_000_000_000L};
    private static final double[] PPM = {180, -97.5, 33.3, -180};
    private static final long EPOCH = System.currentTimeMillis() * 1_000_000L;
    private static final String PREFIX = "rbt" + ProcessHandle.current().pid();
    /** Timeout of a reply, ms: longer than a busy machine suspends a program, so that no reply counts as lost. */
    private static final int PATIENT_MILLIS = 2000;

    @TempDir
    private Path folder;
    private static boolean up;

    @BeforeAll
    static void makeTheNetwork() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        LoopbackReflector.assumeBuilt();
        assumeTrue(onPath("ip"), "ip is missing (apt-get install iproute2)");
        up = true;
        Said made = said(bedCommand("up", PREFIX, "5"));
        assumeTrue(made.ok(), "network namespaces cannot be made here: " + made.text());
        Said entered = said(List.of("ip", "netns", "exec", PREFIX + "-0", "true"));
        assumeTrue(entered.ok(), "network namespaces cannot be entered here: " + entered.text());
    }

    @AfterAll
    static void removeIt() throws IOException, InterruptedException {
        if (up) {
            bed("down", PREFIX);
        }
    }

    @Test
    void reflectorsSendTheDeclaredPacketsOnly() throws IOException, InterruptedException {
        WindowPlan plan = plan(400_000_000L);
        int[] before = sent();
        try (Reflectors started = start()) {
            assertThat(since(before)).as("packets before the window: reflectors are silent").containsOnly(0);
            Map<String, ExchangeRecording> all = window("declared", plan);
            assertThat(all).hasSize(4);
            for (int i = 0; i < 4; i++) {
                for (Stamps stamps : Stamps.values()) {
                    truth(i).assertBoundedBy(all.get("n" + (i + 1)), stamps);
                }
            }
            assertThat(started.output()).hasSize(4);
        }
        int each = (int) plan.packetsWithoutLoss() / 2;
        assertThat(each).isEqualTo(16 * 64 + 2);
        assertThat(since(before)).as("packets until the reflectors ended, exactly as declared")
                .containsExactly(4 * each, each, each, each, each);
    }

    // Repeated: a hypervisor may suspend a CPU for any time. If that delays one direction of most exchanges, the error
    // exceeds the limit, and no program can detect it. A fault of the estimate would fail each time. GatesTest checks
    // the same limits on simulated links.
    @RetryingTest(4)
    void kernelStampsAreAccurateOnQuietAndLoadedHosts() throws IOException {
        try (Reflectors started = start()) {
            check("quiet", window("quiet", plan(1_200_000_000L)));
            List<Process> hogs = new ArrayList<>();
            try {
                for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                    hogs.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
                }
                check("loaded", window("loaded", plan(1_200_000_000L)));
            } finally {
                hogs.forEach(Process::destroyForcibly);
            }
            assertThat(started.output()).hasSize(4);
        }
    }

    /** One packet per beat for all nodes and a few exchanges for the offset give the rate of a full window. */
    // Repeated: a hypervisor may suspend a CPU for any time. If that delays all beats of a few groups, it looks like a
    // rate. BeatDriftTest checks a stricter limit for known delays.
    @RetryingTest(4)
    void broadcastBeatsGiveTheRate() throws IOException, InterruptedException {
        WindowPlan beats = new WindowPlan(4, 16, 5_000_000_000L, PATIENT_MILLIS, 1, "realtime", false,
                "10.79.255.255:7911", 64);
        int[] before = sent();
        try (Reflectors started = start()) {
            Map<String, ExchangeRecording> all = window("beats", beats);
            int each = (int) beats.packetsWithoutLoss() / 2;
            assertThat(each).isEqualTo(4 * 16 + 2 + 16);
            assertThat(since(before)).as("as declared: beats are not answered")
                    .containsExactly(4 * each + 64, each, each, each, each);
            for (int i = 0; i < 4; i++) {
                ExchangeRecording r = all.get("n" + (i + 1));
                assertThat(r.meta().json().path("beats").path("rows")).hasSize(64);
                KnownClock truth = truth(i);
                Estimate few = truth.assertBoundedBy(r, Stamps.KERNEL);
                BeatDrift alone = BeatDrift.of(r, few).orElseThrow();
                Estimate e = BeatDrift.refine(few, r);
                double ppm = e.slope() * 1e6 - PPM[i];
                System.out.printf(
                        "beats %s: error %.3f us, %.3f us late, rate %.4f ppm (beats alone %.4f +- %.4f, exchanges "
                                + "%.4f), %d packets%n",
                        r.node(), truth.errorOf(e) / 1e3, alone.delayNanos() / 1e3, ppm, alone.slope() * 1e6 - PPM[i],
                        alone.slopeErr() * 1e6, few.slope() * 1e6 - PPM[i], 2 * each + 16);
                assertThat(e.method()).endsWith("+beats");
                assertThat(Math.abs(alone.slope() * 1e6 - PPM[i])).as("by the beats alone, ppm").isLessThan(1);
                assertThat(Math.abs(ppm)).isLessThan(0.1);
                assertThat(Math.abs(truth.errorOf(e))).isLessThan(1000);
                assertThat(e.guarantees(OFFSETS[i], truth.rest(e.x0Nanos()))).isTrue();
            }
            assertThat(started.output()).hasSize(4);
        }
    }

    /** Two hops: the gateway answers its parent and measures its child, both by its own wrong clock. */
    @Test
    void gatewayConnectsToTheReference() throws IOException {
        WindowPlan second = new WindowPlan(16, 32, 400_000_000L, PATIENT_MILLIS, 1, "realtime", false);
        try (Reflectors started = start()) {
            ExchangeRecording up = SyncWindow
                    .run(List.of("ip", "netns", "exec", PREFIX + "-0"), second, nodes().subList(0, 1), "root",
                            folder.resolve("up"))
                    .get("n1");
            ExchangeRecording down = SyncWindow
                    .run(List.of("ip", "netns", "exec", PREFIX + "-1"), second.withClock(clock(0)),
                            nodes().subList(1, 2), "n1", folder.resolve("down"))
                    .get("n2");
            NodeModel upper = model(up, "n1", "root");
            NodeModel lower = model(down, "n2", "n1");
            Chain chain = new Chain(List.of(lower, upper));
            long now = System.currentTimeMillis() * 1_000_000L;
            ReferenceTime c = chain.at(now + OFFSETS[1] + Math.round(truth(1).rest(now)));
            System.out.printf("through a gateway: error %d ns, interval [%.0f, %.0f] ns%n", c.refNanos() - now,
                    c.loNanos(), c.hiNanos());
            assertThat((double) (now - c.refNanos())).isBetween(c.loNanos(), c.hiNanos());
            assertThat(started.output()).hasSize(4);
        }
    }

    private static NodeModel model(ExchangeRecording r, String node, String reference) {
        Estimate e = Estimation.of(r.exchanges(), Stamps.KERNEL, Estimators.DEFAULT, 1);
        return new NodeModel(node, reference, "realtime", NodeModel.TYPICAL_WANDER, List.of(WindowModel.of(e)));
    }

    private static String clock(int i) {
        return "virtual(realtime,offset=" + OFFSETS[i] + ",ppm=" + PPM[i] + ",epoch=" + EPOCH + ")";
    }

    private static WindowPlan plan(long windowNanos) {
        return new WindowPlan(16, 64, windowNanos, PATIENT_MILLIS, 1, "realtime", false);
    }

    private static KnownClock truth(int i) {
        return new KnownClock(OFFSETS[i], PPM[i] * 1e-6, EPOCH);
    }

    private static void check(String condition, Map<String, ExchangeRecording> recordings) {
        assertThat(recordings).hasSize(4);
        for (int i = 0; i < 4; i++) {
            ExchangeRecording r = recordings.get("n" + (i + 1));
            for (Stamps stamps : Stamps.values()) {
                Estimate e = truth(i).assertBoundedBy(r, stamps);
                double error = truth(i).errorOf(e);
                double ppm = e.slope() * 1e6 - PPM[i];
                System.out.printf("%s %s %s: error %.3f us, rate %.4f ppm, interval [%.2f, %.2f] us%n", condition,
                        r.node(), stamps, error / 1e3, ppm, e.loNanos() / 1e3, e.hiNanos() / 1e3);
                if (stamps == Stamps.KERNEL) {
                    assertThat(Math.abs(error)).isLessThan(1000);
                    assertThat(Math.abs(ppm)).isLessThan(0.1);
                }
            }
        }
    }

    private Map<String, ExchangeRecording> window(String name, WindowPlan plan) throws IOException {
        return SyncWindow.run(List.of("ip", "netns", "exec", PREFIX + "-0"), plan, nodes(), "reference",
                folder.resolve(name));
    }

    private static List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            nodes.add(new Node("n" + i, PREFIX + "-" + i, "10.79.0." + (i + 1), 7911));
        }
        return nodes;
    }

    private static Reflectors start() {
        List<Node> nodes = nodes();
        String program = Programs.path("runbench-reflector").toString();
        Reflectors all = Reflectors.start(Launcher.HERE, Template.parse("test", "ip netns exec {host} {command}"),
                node -> List.of(program, "--listen", ":{port}", "--until-eof", "--clock", clock(nodes.indexOf(node))),
                nodes);
        assertThat(all.failures()).isEmpty();
        return all;
    }

    private static int[] since(int[] before) throws IOException, InterruptedException {
        int[] now = sent();
        for (int i = 0; i < now.length; i++) {
            now[i] -= before[i];
        }
        return now;
    }

    private static int[] sent() throws IOException, InterruptedException {
        return Arrays.stream(bed("tx", PREFIX, "5").strip().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    private static String bed(String... arguments) throws IOException, InterruptedException {
        Said said = said(bedCommand(arguments));
        return said.ok() ? said.text() : null;
    }

    private static List<String> bedCommand(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("runbench.home", ".") + "/scripts/bench/sync-bed"));
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean onPath(String program) {
        return Arrays.stream((System.getenv("PATH") + ":/usr/sbin:/sbin").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private record Said(boolean ok, String text) {}

    private static Said said(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor() == 0, text.strip());
    }
}
