package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import org.opentest4j.TestAbortedException;
import runbench.livelog.LogStore;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;

/**
 * A token that circulates between four hosts in network namespaces. Their clocks are seconds apart and drift by up to
 * 180 ppm. Every program on a host reads the host's wrong clock, and the truth of each stamp is known.
 */
@Tag("machine")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LogHostsTest {
    private static final int HOSTS = 4;
    private static final int ROUNDS = 100;
    private static final long[] OFFSETS = {1_500_000_000L, -750_000_000L, 12_345L, -3_000_000_000L};
    private static final double[] PPM = {180, -97.5, 33.3, -180};
    private static final String SCRIPT = Bed.HOME + "/scripts/bench/cluster-hosts";
    private static final Path BUILT = Bed.HOME.resolve("native/build");

    @TempDir
    private Path dir;
    private final String prefix = "rbl" + ProcessHandle.current().pid();
    private final long epoch = System.nanoTime();
    private boolean up;

    @BeforeEach
    void makeTheHosts() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        Assumptions.assumeTrue(Bed.onPath("ip"), "ip is missing (apt-get install iproute2)");
        Assumptions.assumeTrue(Files.isExecutable(BUILT.resolve("eventlog/ring")),
                "native/build/eventlog/ring is not built (make -C native)");
        up = true;
        try {
            Bed.output(SCRIPT, "up", prefix, "" + (HOSTS + 1));
            Bed.output(SCRIPT, "on", host(0), "true");
        } catch (AssertionError impossible) {
            throw new TestAbortedException(
                    "hosts in namespaces cannot be made here: " + impossible.getMessage().strip());
        }
    }

    @AfterEach
    void removeThem() throws Exception {
        if (up) {
            Bed.output(SCRIPT, "down", prefix);
        }
    }

    private String host(int i) {
        return prefix + "-" + i;
    }

    private RehearsedClock clock(int i) {
        return new RehearsedClock(OFFSETS[i - 1], PPM[i - 1], epoch);
    }

    // Repeated once: a suspended CPU can delay one direction of most exchanges; the clock error then exceeds its
    // interval.
    @RetryingTest(2)
    void noReceiveBeforeItsSendAndTheTruthWithinEveryInterval() throws Exception {
        List<LiveEvent> emitted = events(run().resolve(EmittedLog.NAME));
        assertThat(emitted).hasSize(2 * HOSTS * ROUNDS - 2);
        List<LiveEvent> raw = new ArrayList<>(emitted);
        raw.sort(Comparator.comparingLong(LiveEvent::clockNanos));
        assertThat(reversed(raw)).as("by the stamps as they were made").isGreaterThan(HOSTS * ROUNDS / 4);
        assertThat(reversed(emitted)).isZero();
        truths("while it ran", emitted);
        List<LiveEvent> merged = events(dir.resolve("store").resolve(LogStore.MERGED));
        assertThat(merged).hasSameSizeAs(emitted);
        assertThat(reversed(merged)).isZero();
        truths("after the run", merged);
    }

    private Path run() throws Exception {
        Path clocks = dir.resolve("clocks");
        List<String> specs = new ArrayList<>();
        List<String> ring = new ArrayList<>();
        for (int i = 1; i <= HOSTS; i++) {
            specs.add(host(i) + " " + clock(i).spec());
            ring.add("10.79.0." + (i + 1));
        }
        Files.write(clocks, specs);
        Path output = dir.resolve("out");
        Runbench.Ended ended = Runbench.await(Runbench.start(output, List.of("env", "CLUSTER_HOSTS_CLOCKS=" + clocks,
                "CLUSTER_HOSTS_PRELOAD=" + BUILT.resolve("eventlog/libvirtual-clock.so"), SCRIPT, "on", host(0)),
                List.of("log", "run", "--hosts", Bed.output(SCRIPT, "addresses", prefix, "1", "" + HOSTS).strip(),
                        "--launch", SCRIPT + " on {host} {command}", "--sync-window", "1s", "--spool", dir.toString(),
                        "--no-page", "-o", dir.resolve("store").toString(), "--", "sh", "-c",
                        "exec " + BUILT.resolve("eventlog/ring") + " $((${RB_NODE##*-} - 1)) " + ROUNDS + " 7800 "
                                + String.join(" ", ring))),
                output);
        assertThat(ended.code()).as(ended.output()).isZero();
        return dir.resolve("store");
    }

    private static List<LiveEvent> events(Path file) throws IOException {
        List<LiveEvent> events = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            LiveEvent e = LiveLine.parse(line);
            if (e.type().name().equals("token")) {
                events.add(e);
            }
        }
        return events;
    }

    private static int reversed(List<LiveEvent> events) {
        Set<Long> sent = new HashSet<>();
        int reversed = 0;
        for (LiveEvent e : events) {
            if (e.what() == LogWhat.SEND) {
                sent.add(e.id());
            } else if (!sent.contains(e.id())) {
                reversed++;
            }
        }
        return reversed;
    }

    private void truths(String when, List<LiveEvent> events) {
        double worst = 0;
        double widest = 0;
        for (LiveEvent e : events) {
            RehearsedClock clock = clock(Integer.parseInt(e.node().substring(e.node().lastIndexOf('-') + 1)));
            long truth = e.clockNanos() - clock.offsetNanos();
            // The clock's reading differs from the truth by its drift only.
            truth -= clock.shows(truth) - e.clockNanos();
            assertThat(truth).as("%s: %s", when, e).isBetween(e.at().earliest() - 1, e.at().latest() + 1);
            worst = Math.max(worst, Math.abs(e.at().refNanos() - truth));
            widest = Math.max(widest, e.at().hiNanos() - e.at().loNanos());
        }
        System.out.printf(Locale.ROOT, "%s: %d stamps, largest error %.0f ns, widest interval %.1f us%n", when,
                events.size(), worst, widest / 1e3);
        assertThat(worst).isLessThan(20_000);
    }
}
