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
    private static final Path BUILT = Bed.HOME.resolve("native/build");

    @TempDir
    private Path dir;
    private NamespaceHosts hosts;

    @BeforeEach
    void makeTheHosts() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(BUILT.resolve("eventlog/ring")),
                "native/build/eventlog/ring is not built (make -C native)");
        hosts = NamespaceHosts.up(HOSTS);
    }

    @AfterEach
    void removeThem() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
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
            specs.add(hosts.host(i) + " " + hosts.clock(i).spec());
            ring.add("10.79.0." + (i + 1));
        }
        Files.write(clocks, specs);
        Path output = dir.resolve("out");
        Runbench.Ended ended = Runbench.await(Runbench.start(output,
                List.of("env", "CLUSTER_HOSTS_CLOCKS=" + clocks,
                        "CLUSTER_HOSTS_PRELOAD=" + BUILT.resolve("eventlog/libvirtual-clock.so"), NamespaceHosts.SCRIPT,
                        "on", hosts.host(0)),
                List.of("log", "run", "--hosts", hosts.about("addresses", HOSTS).strip(), "--launch",
                        NamespaceHosts.SCRIPT + " on {host} {command}", "--sync-window", "1s", "--spool",
                        dir.toString(), "--no-page", "-o", dir.resolve("store").toString(), "--", "sh", "-c",
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
            RehearsedClock clock = hosts.clock(Integer.parseInt(e.node().substring(e.node().lastIndexOf('-') + 1)));
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
