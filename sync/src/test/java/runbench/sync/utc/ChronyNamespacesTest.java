package runbench.sync.utc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.Chain;
import runbench.sync.model.External;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.LoopbackReflector;
import runbench.sync.window.Node;
import runbench.sync.window.Reflectors;
import runbench.sync.window.SyncWindow;
import runbench.sync.window.WindowPlan;

/**
 * Checks UTC from a real chronyd on the reference that follows a server of shifted time, so the truth is known. It runs
 * with -x and without the privilege to set the clock, in network namespaces of the test.
 */
@Tag("machine")
@Tag("waits")
class ChronyNamespacesTest {
    private static final String PREFIX = "rbu" + ProcessHandle.current().pid();
    private static final String HOME = System.getProperty("runbench.home", ".");
    private static final Path BED_LOG = Path.of(System.getProperty("java.io.tmpdir"), PREFIX + "-bed");
    private static final long EPOCH = System.currentTimeMillis() * 1_000_000L;
    /** Offset and rate of UTC against the system's clock. */
    private static final long SHIFT = 2_345_678_901L;
    private static final double PPM = 40;
    private static final long NODE_AHEAD = -77_000_000L;

    private final List<Process> running = new ArrayList<>();
    private Path sockets;
    private String path;
    private boolean up;

    @BeforeEach
    void makeTheNetwork() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        LoopbackReflector.assumeBuilt();
        assumeTrue(said("ip", "-V") != null, "ip is missing (apt-get install iproute2)");
        String folders = said(HOME + "/scripts/bench/chrony-unpacked");
        assumeTrue(folders != null, "no chronyd here and none to be fetched (apt-get install chrony)");
        assumeTrue(said("setpriv", "--version") != null, "no setpriv (apt-get install util-linux)");
        path = folders.strip() + ":" + System.getenv("PATH") + ":/usr/sbin:/sbin";
        up = true;
        assumeTrue(said("sh", "-c", HOME + "/scripts/bench/sync-bed up " + PREFIX + " 3 >" + BED_LOG + " 2>&1") != null,
                () -> "network namespaces cannot be made here: " + bedLog());
        assumeTrue(said("sh", "-c", "ip netns exec " + PREFIX + "-0 true >" + BED_LOG + " 2>&1") != null,
                () -> "network namespaces cannot be entered here: " + bedLog());
        // chronyd requires a short path that only its user can enter.
        sockets = Files.createTempDirectory(Path.of("/tmp"), "rbu",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @AfterEach
    void removeIt() throws IOException, InterruptedException {
        running.forEach(Process::destroy);
        for (Process p : running) {
            p.waitFor(3, TimeUnit.SECONDS);
            p.destroyForcibly();
        }
        if (up) {
            said(HOME + "/scripts/bench/sync-bed", "down", PREFIX);
            Files.deleteIfExists(BED_LOG);
        }
        if (sockets != null) {
            try (var all = Files.walk(sockets)) {
                all.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
            }
        }
    }

    @Test
    void convertsStampsToUtcWithinTheStatedError() throws IOException, InterruptedException {
        running.add(new ProcessBuilder("ip", "netns", "exec", PREFIX + "-2",
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("runbench.home") + "/sync/target/test-classes", ShiftedSntp.class.getName(),
                "10.79.0.3", "" + SHIFT, "" + PPM, "" + EPOCH).inheritIO().start());
        chronyd("server 10.79.0.3 minpoll -2 maxpoll -2 iburst");
        awaitTracking("chronyd knows the server's rate within a half and its time within 1 ms",
                t -> t.name().equals("10.79.0.3") && t.isNormal() && t.skewPpm() < PPM / 2 && t.boundSeconds() < 1e-3);
        try (Reflectors started = Reflectors.start("ip netns exec {host} {command}", Programs.path("runbench-reflector")
                + " --listen :{port} --until-eof --clock virtual(realtime,offset=" + NODE_AHEAD + ",ppm=0,epoch=0)",
                List.of(node()))) {
            NodeModel first = model(window("first"));
            External utc = first.windows().get(0).external();
            assertThat(utc.service()).isEqualTo("chrony");
            assertThat(utc.synchronised()).isTrue();
            assertThat(utc.stratum()).isEqualTo(2);
            assertThat(utc.state()).isEqualTo("chronyd follows 10.79.0.3");
            assertThat(utc.boundNanos()).as("a bound worth having").isLessThan(5e6);
            check("at the window's end", first, first.windows().get(0).x0Nanos());
            check("5 s later", first, first.windows().get(0).x0Nanos() + 5_000_000_000L);
            NodeModel both = first.and(model(window("second")));
            check("between two windows", both,
                    (first.windows().get(0).x0Nanos() + both.windows().get(1).x0Nanos()) / 2);
            assertThat(started.output()).hasSize(1);
        }
    }

    private static void check(String when, NodeModel model, long systemNanos) {
        ReferenceTime c = new Chain(List.of(model), true).at(systemNanos + NODE_AHEAD);
        long truth = ShiftedSntp.utc(systemNanos, SHIFT, PPM, EPOCH);
        System.out.printf("utc %s: error %.1f us, stated %.1f us, bound [%.1f, %.1f] us%n", when,
                (c.refNanos() - truth) / 1e3, c.errStatNanos() / 1e3, c.loNanos() / 1e3, c.hiNanos() / 1e3);
        // The server is a Java program that wakes up late. Half of that delay is an asymmetry, which only the bound
        // contains.
        assertThat((double) (truth - c.refNanos())).as(when).isBetween(c.loNanos(), c.hiNanos());
    }

    /** A chronyd that serves its own clock to others reports "Normal" too. */
    @Test
    void daemonWithoutASourceGivesNoUtc() throws IOException, InterruptedException {
        chronyd("local stratum 1");
        awaitTracking("chronyd follows its own clock", t -> t.referenceId().equals("7F7F0101") && t.isNormal());
        try (Reflectors started = Reflectors.start("ip netns exec {host} {command}",
                Programs.path("runbench-reflector") + " --listen :{port} --until-eof", List.of(node()))) {
            NodeModel model = model(window("local"));
            assertThatThrownBy(() -> new Chain(List.of(model), true)).isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("chronyd follows its own clock (local), not UTC");
            assertThat(started.output()).hasSize(1);
        }
    }

    private static Node node() {
        return new Node("n1", PREFIX + "-1", "10.79.0.2", 7911);
    }

    private ExchangeRecording window(String name) throws IOException {
        WindowPlan plan = new WindowPlan(8, 32, 1_000_000_000L, 40, 1, "realtime", false)
                .asking(UtcServices.commands("chrony:" + sockets + "/s"));
        Map<String, ExchangeRecording> all = SyncWindow.run(
                List.of("ip", "netns", "exec", PREFIX + "-0", "env", "PATH=" + path), plan, List.of(node()),
                "reference", sockets.resolve(name));
        return all.get("n1");
    }

    private static NodeModel model(ExchangeRecording r) {
        WindowModel w = WindowModel.of(Estimation.of(r.exchanges(), Stamps.KERNEL, Estimators.DEFAULT, 1), r);
        return new NodeModel("n1", "reference", "realtime", NodeModel.TYPICAL_WANDER, List.of(w));
    }

    private void chronyd(String how) throws IOException {
        Files.writeString(sockets.resolve("c"),
                how + "\nbindcmdaddress " + sockets + "/s\npidfile " + sockets + "/p\ncmdport 0\n");
        ProcessBuilder chronyd = new ProcessBuilder("ip", "netns", "exec", PREFIX + "-0", "setpriv",
                "--bounding-set=-sys_time", "--inh-caps=-sys_time", "chronyd", "-x", "-d", "-u", "root", "-f",
                sockets + "/c");
        chronyd.environment().put("PATH", path);
        running.add(chronyd.redirectErrorStream(true).redirectOutput(sockets.resolve("log").toFile()).start());
    }

    /** Fields of {@code chronyc -c tracking}: chronyc(1). */
    private record Tracking(String referenceId, String name, double skewPpm, double boundSeconds, boolean isNormal) {
        static final Tracking NONE = new Tracking("", "no answer", Double.NaN, Double.NaN, false);

        static Tracking parse(String text) {
            String[] field = text.strip().split(",");
            return field.length < 14 ? NONE
                    : new Tracking(field[0], field[1], Double.parseDouble(field[9]),
                            Double.parseDouble(field[10]) / 2 + Double.parseDouble(field[11]),
                            field[13].equals("Normal"));
        }
    }

    private void awaitTracking(String what, Predicate<Tracking> condition) {
        // Each poll starts a program; more of them would delay the server's answers.
        Awaitility.await(what)
                .pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(60))
                .until(this::tracking, condition);
    }

    private Tracking tracking() throws IOException, InterruptedException {
        String said = said("env", "PATH=" + path, "chronyc", "-c", "-h", sockets + "/s", "tracking");
        return said == null ? Tracking.NONE : Tracking.parse(said);
    }

    private static String bedLog() {
        try {
            return Files.readString(BED_LOG).strip();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Returns the program's output; null if it failed or is missing. */
    private static String said(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text : null;
        } catch (IOException missing) {
            return null;
        }
    }
}
