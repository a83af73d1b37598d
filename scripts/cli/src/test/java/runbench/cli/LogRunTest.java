package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.livelog.FrameReader;
import runbench.livelog.LogObserver;
import runbench.livelog.LogRequest;
import runbench.livelog.LogRun;
import runbench.livelog.ServerEnd;
import runbench.livelog.WrittenFrames;
import runbench.sync.keep.Permission;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;
import runbench.sync.window.Node;

/** Tests of servers with typical faults, and of receivers and relays that are killed. */
@Tag("machine")
@Tag("waits")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LogRunTest {
    private static final Path PROGRAMS = Bed.PROGRAMS;
    /** Hold time that no delay of a busy machine exceeds, ns. */
    private static final long LATE_NEVER = 20_000_000_000L;

    @TempDir
    private Path dir;
    private final List<String> problems = new CopyOnWriteArrayList<>();

    @BeforeEach
    void mustBeBuilt() {
        Assumptions.assumeTrue(Files.isExecutable(PROGRAMS.resolve("runbench-relay")),
                "native/build/bin/runbench-relay is not built (make -C native)");
    }

    private LogRequest request(Path programs, List<String> nodes, String script) {
        return new LogRequest(Node.parseAll(nodes, Node.DEFAULT_PORT), null, programs.toString(), dir.toString(), false,
                100_000, 1_000_000_000L, LATE_NEVER, dir.toString(), List.of("sh", "-c", script));
    }

    private LogRun make(Path programs, List<String> nodes, String script) throws IOException {
        return LogRun.make(dir.resolve("store"), request(programs, nodes, script), (start, length) -> Permission.ALWAYS,
                observer());
    }

    private LogObserver observer() {
        return new LogObserver() {
            @Override
            public Progress progress(String what, String unit) {
                return Progress.NONE;
            }

            @Override
            public void started() {
                // No process waits for it.
            }

            @Override
            public void ended(String node, ServerEnd end) {
                // The outcome contains it.
            }

            @Override
            public void problem(String node, String what) {
                problems.add(node + ": " + what);
            }
        };
    }

    private List<LiveEvent> events() throws IOException {
        try (EmittedLog log = EmittedLog.read(dir.resolve("store").resolve(EmittedLog.NAME))) {
            List<LiveEvent> events = new ArrayList<>();
            for (String line : log.lines(1, Integer.MAX_VALUE)) {
                events.add(LiveLine.parse(line));
            }
            assertThat(events).extracting(LiveEvent::number).isSorted().doesNotHaveDuplicates();
            return events;
        }
    }

    private List<String> output(String node) throws IOException {
        return events().stream()
                .filter(e -> e.node().equals(node) && e.type().name().startsWith("std"))
                .map(LiveEvent::comment)
                .toList();
    }

    private List<Path> spools() throws IOException {
        try (var all = Files.list(dir)) {
            return all.filter(p -> p.getFileName().toString().startsWith("runbench-log-")).toList();
        }
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(condition::getAsBoolean);
    }

    @Test
    void whateverAServerDoesItsEventsAreThereAndTheOthersGoOn() throws Exception {
        String script = """
                case $RB_NODE in
                  fails) echo one; exit 3 ;;
                  killed) echo before; kill -9 $$ ;;
                  closes) echo one; exec >&- 2>&-; sleep 0.5; exit 4 ;;
                  partial) printf 'no end of line' ;;
                  long) head -c 1000000 /dev/zero | tr '\\0' x; echo ;;
                  binary) printf 'a\\001\\377\\000b\\303\\244\\n' ;;
                  leaves) sleep 600 & echo left ;;
                  stderr) echo said >&2 ;;
                  slow) for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.1; done ;;
                esac""";
        LogRun.Outcome outcome;
        try (LogRun run = make(PROGRAMS,
                List.of("fails", "killed", "closes", "partial", "long", "binary", "leaves", "stderr", "slow"),
                script)) {
            outcome = run.run();
        }
        Map<String, ServerEnd> ends = outcome.ends();
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.BENCHMARK_FAILED);
        assertThat(ends.get("fails").status()).isEqualTo(3);
        assertThat(ends.get("killed").text()).isEqualTo("killed by signal 9");
        assertThat(output("killed")).containsExactly("before");
        assertThat(ends.get("closes").status()).isEqualTo(4);
        assertThat(output("partial")).containsExactly("no end of line");
        assertThat(output("long").stream()
                .mapToInt(piece -> piece.replace("... ", "").replaceAll("[^x]", "").length())
                .sum()).isEqualTo(1_000_000);
        assertThat(output("long")).allMatch(piece -> piece.matches("([.]{3} )?x+"));
        assertThat(output("binary")).containsExactly("a\\x01\\xff\\x00b\u00e4");
        assertThat(ends.get("leaves").leftBehind()).isTrue();
        assertThat(events()).filteredOn(e -> e.node().equals("stderr") && e.comment().equals("said"))
                .extracting(e -> e.type().name())
                .containsExactly("stderr");
        assertThat(output("slow")).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(outcome.events()).isEqualTo(events().size());
        assertThat(spools()).as("nothing stays on the nodes").isEmpty();
        try (Stream<Path> kept = Files.walk(dir.resolve("store"))) {
            assertThat(kept).hasSizeGreaterThan(10)
                    .allSatisfy(p -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(p)))
                            .isEqualTo(Files.isDirectory(p) ? "rwx------" : "rw-------"));
        }
    }

    /** Returns a program that writes half of its lines and, after a process has been killed, the other half. */
    private String halves() {
        return "seq 20; until [ -e " + dir.resolve("on") + " ]; do sleep 0.02; done; seq 21 40";
    }

    @Test
    void aRelayThatIsKilledCostsNothing() throws Exception {
        try (LogRun run = make(PROGRAMS, List.of("a", "b"), halves())) {
            Thread killer = new Thread(() -> {
                try {
                    await(() -> run.events().last() >= 42);
                    ProcessHandle.current()
                            .children()
                            .filter(p -> p.info().commandLine().orElse("").contains("--node a"))
                            .forEach(ProcessHandle::destroyForcibly);
                    await(() -> !problems.isEmpty());
                    Files.createFile(dir.resolve("on"));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            killer.start();
            LogRun.Outcome outcome = run.run();
            killer.join();
            assertThat(outcome.exitCode()).as(outcome.order().toString())
                    .isEqualTo(outcome.order().isExact() ? ExitCode.OK : ExitCode.MACHINE);
            assertThat(outcome.dropped().any()).isFalse();
        }
        assertThat(problems).anyMatch(p -> p.startsWith("a: the connection broke"));
        for (String node : List.of("a", "b")) {
            assertThat(output(node)).hasSize(40).doesNotHaveDuplicates();
        }
    }

    @Test
    void aReceiverThatIsKilledGoesOnWhereItStopped() throws Exception {
        Path out = dir.resolve("out");
        Path store = dir.resolve("store");
        Process receiver = Runbench.start(out, List.of("log", "run", "--hosts", "a,b", "--spool", dir.toString(),
                "--no-page", "-o", store.toString(), "--", "sh", "-c", halves()));
        await(() -> lines(store) >= 42);
        receiver.destroyForcibly().waitFor();
        Files.createFile(dir.resolve("on"));
        assertThat(spools()).hasSize(2);
        try (LogRun run = LogRun.resume(store, (start, length) -> Permission.ALWAYS, observer())) {
            LogRun.Outcome outcome = run.run();
            assertThat(outcome.exitCode()).as(outcome.order().toString())
                    .isEqualTo(outcome.order().isExact() ? ExitCode.OK : ExitCode.MACHINE);
        }
        assertThat(events()).hasSize(2 * (40 + 2));
        for (String node : List.of("a", "b")) {
            assertThat(output(node)).hasSize(40).doesNotHaveDuplicates();
        }
        assertThat(spools()).isEmpty();
        assertThatThrownBy(() -> LogRun.resume(store, (start, length) -> Permission.ALWAYS, observer()))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("nothing to resume");
    }

    private static long lines(Path store) {
        try {
            return Files.exists(store.resolve(EmittedLog.NAME))
                    ? Files.readString(store.resolve(EmittedLog.NAME)).lines().count()
                    : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    @Test
    void aFullDiskKeepsWhatWasMeasuredAndTheRestWaitsOnTheNodes() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "a small file system needs root");
        Path small = Files.createDirectories(dir.resolve("store"));
        Assumptions.assumeTrue(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=256k", "none", small.toString()).start()
                        .waitFor() == 0,
                "no file system can be mounted here");
        try {
            try (LogRun run = make(PROGRAMS, List.of("a"), "for i in $(seq 6000); do echo line $i; done")) {
                assertThatThrownBy(run::run).isInstanceOf(RunbenchException.class)
                        .hasMessageContaining("the servers continue");
            }
            try (Stream<Path> kept = Files.list(small.resolve("nodes/a"))) {
                assertThat(kept).anySatisfy(f -> assertThat(f).isNotEmptyFile());
            }
            assertThat(spools()).hasSize(1);
            assertThat(new ProcessBuilder("mount", "-o", "remount,size=16m", small.toString()).start().waitFor())
                    .isZero();
            try (LogRun run = LogRun.resume(small, (start, length) -> Permission.ALWAYS, observer())) {
                assertThat(run.run().exitCode()).isEqualTo(ExitCode.OK);
            }
            assertThat(output("a")).hasSize(6000).doesNotHaveDuplicates();
        } finally {
            new ProcessBuilder("umount", small.toString()).start().waitFor();
        }
    }

    /**
     * Checks a node whose disk has room for some of the events only: of the server's output, and of a program with its
     * own log.
     */
    @Test
    void eventsThatANodesFullDiskDropsAreCounted() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "a small file system needs root");
        Path spool = Files.createDirectories(dir.resolve("spool"));
        Assumptions.assumeTrue(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=600k", "none", spool.toString()).start()
                        .waitFor() == 0,
                "no file system can be mounted here");
        try {
            String ticks = PROGRAMS.resolveSibling("eventlog/ticks") + " 5000 4";
            LogRequest plain = request(PROGRAMS, List.of("a"), ticks);
            LogRequest request = new LogRequest(plain.nodes(), null, plain.programs(), spool.toString(), false,
                    plain.toleranceNanos(), plain.windowNanos(), LATE_NEVER, plain.directory(), plain.command());
            LogRun.Outcome outcome;
            try (LogRun run = LogRun.make(dir.resolve("store"), request, (start, length) -> Permission.ALWAYS,
                    observer())) {
                outcome = run.run();
            }
            long ticked = events().stream().filter(e -> e.type().name().equals("tick")).count();
            assertThat(ticked).isBetween(100L, 19_999L);
            assertThat(outcome.dropped()).isEqualTo(new ServerEnd.Dropped(20_000 - ticked, false));
            assertThat(outcome.ends().get("a").code()).as("the server itself ended well").isZero();
            assertThat(outcome.ends().get("a").text()).startsWith("ended with 0; events that found no room there: ");
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.MACHINE);
            assertThat(problems).anyMatch(p -> p.contains("has no more room for events"));
            assertThat(Files.readString(dir.resolve("store/log.json"))).contains("\"dropped\":" + (20_000 - ticked));

            LogRequest lines = new LogRequest(plain.nodes(), null, plain.programs(), spool.toString(), false,
                    plain.toleranceNanos(), plain.windowNanos(), LATE_NEVER, plain.directory(),
                    List.of("seq", "20000"));
            try (LogRun run = LogRun.make(dir.resolve("lines"), lines, (start, length) -> Permission.ALWAYS,
                    observer())) {
                outcome = run.run();
            }
            assertThat(outcome.ends().get("a").why()).as("the end state has room").isNull();
            assertThat(outcome.dropped().events()).isEqualTo(20_000 + 2 - outcome.events());
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.MACHINE);
            try (Stream<Path> left = Files.list(spool)) {
                assertThat(left).as("nothing stays on the node").isEmpty();
            }

            Files.write(spool.resolve("ballast"), new byte[(600 - 8) << 10]);
            LogRequest none = new LogRequest(plain.nodes(), null, plain.programs(), spool.toString(), false,
                    plain.toleranceNanos(), plain.windowNanos(), LATE_NEVER, plain.directory(), List.of("echo", "a"));
            try (LogRun run = LogRun.make(dir.resolve("none"), none, (start, length) -> Permission.ALWAYS,
                    observer())) {
                outcome = run.run();
            }
            assertThat(outcome.events()).isZero();
            assertThat(outcome.dropped()).isEqualTo(new ServerEnd.Dropped(3, true));
        } finally {
            new ProcessBuilder("umount", spool.toString()).start().waitFor();
        }
    }

    /** Checks two nodes on the loopback device; the clock of one steps by 2 s in the middle. */
    @Test
    void aClockThatStepsIsNotBelieved() throws Exception {
        long at = System.nanoTime() + 7_000_000_000L;
        Path start = Files.writeString(dir.resolve("start"), """
                #!/bin/sh
                node=$1; shift
                if [ $node = bad ]; then
                    export RB_CLUSTER_CLOCK='virtual(monotonic,offset=1000000000,ppm=20,epoch=%d)' RB_CLUSTER_CLOCK_STEP=%d,2000000000
                    export LD_PRELOAD=%s
                fi
                exec sh -c "$*"
                """.formatted(at, at, PROGRAMS.resolveSibling("eventlog/libvirtual-clock.so")));
        Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rwxr-xr-x"));
        LogRequest request = new LogRequest(
                Node.parseAll(List.of("good=127.0.0.1:7931", "bad=127.0.0.1:7932"), Node.DEFAULT_PORT),
                start + " {host} {command}", PROGRAMS.toString(), dir.toString(), false, 100_000, 500_000_000L,
                LATE_NEVER, dir.toString(), List.of(PROGRAMS.resolveSibling("eventlog/ticks").toString(), "200", "9"));
        LogRun.Outcome outcome;
        try (LogRun run = LogRun.make(dir.resolve("store"), request, (begin, length) -> Permission.ALWAYS,
                observer())) {
            outcome = run.run();
        }
        assertThat(outcome.stepped()).as(problems.toString()).containsExactly("bad");
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(problems).anyMatch(p -> p.startsWith("bad: its clock stepped"));
        for (String file : List.of("emitted.ndjson", "merged.ndjson")) {
            long wrong = 0;
            for (String line : Files.readAllLines(dir.resolve("store").resolve(file))) {
                LiveEvent e = LiveLine.parse(line);
                if (e.type().name().equals("tick") && e.node().equals("bad")) {
                    long truth = truth(e.clockNanos(), at);
                    wrong += truth < e.at().earliest() - 20_000 || truth > e.at().latest() + 20_000 ? 1 : 0;
                } else {
                    assertThat(e.shiftNanos()).as("healthy events stay").isZero();
                }
            }
            assertThat(wrong).as(file + ": events outside their intervals: at most those of one heartbeat")
                    .isLessThan(10);
        }
    }

    private static long truth(long stamp, long at) {
        long before = stamp - 1_000_000_000L - (stamp >= at + 3_000_000_000L ? 2_000_000_000L : 0);
        return before - Math.round((before - at) * 20e-6);
    }

    /** Checks a relay that answers with another protocol and stays connected. */
    @Test
    void aRelayWhoseAnswerFailsIsNotLeftBehind() throws Exception {
        Path sent = Files.write(dir.resolve("sent"), new WrittenFrames()
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.READY, "", 0, "[]".getBytes(StandardCharsets.UTF_8)))
                .bytes());
        Path programs = Files.createDirectories(dir.resolve("programs"));
        Path lingering = Files.createSymbolicLink(dir.resolve("lingering"), Path.of("/bin/sleep"));
        Path relay = Files.writeString(programs.resolve("runbench-relay"),
                "#!/bin/sh\ntouch " + dir.resolve("begun") + "; cat " + sent + "; exec " + lingering + " 1000\n");
        Files.setPosixFilePermissions(relay, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (LogRun run = make(programs, List.of("a"), "true")) {
            assertThatThrownBy(run::run).isInstanceOf(RunbenchException.class).hasMessageContaining("a: ");
        }
        assertThat(dir.resolve("begun")).exists();
        Awaitility.await("end of the relay's process").atMost(5, TimeUnit.SECONDS).until(() -> !running(lingering));
    }

    private static boolean running(Path program) {
        return ProcessHandle.allProcesses()
                .anyMatch(p -> p.info().commandLine().orElse("").contains(program.toString()));
    }

    @Test
    void whatARelayShouldNotSendIsRefused() throws Exception {
        byte[] none = new byte[0];
        byte[] json = "{\"code\":0,\"signal\":0,\"stopped\":false,\"left_behind\":0,\"dropped\":0}"
                .getBytes(StandardCharsets.UTF_8);
        WrittenFrames frames = new WrittenFrames().add(new FrameReader.Frame(FrameReader.Frame.Kind.READY, "", 0,
                "{\"realtime_minus_clock_ns\":0}".getBytes(StandardCharsets.UTF_8)));
        for (String name : List.of("../../evil.rblog", "/tmp/evil.rblog", ".rblog", "a b.rblog", "evil.sh", "")) {
            frames.add(new FrameReader.Frame(FrameReader.Frame.Kind.BYTES, name, 0, json));
        }
        frames.add(new FrameReader.Frame(FrameReader.Frame.Kind.BYTES, "far-1-001.rblog", 1 << 20, json))
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.BYTES, "far-1-001.rblog", -5, json))
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.BYTES, "junk-1-001.rblog", 0, new byte[4096]))
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.FRONTIER, "", Long.MIN_VALUE, none))
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.BYTES, "far-1-001.rblog", 0, none))
                .add(new FrameReader.Frame(FrameReader.Frame.Kind.END, "", 0, json));
        Path sent = Files.write(dir.resolve("sent"), frames.bytes());
        Path programs = Files.createDirectories(dir.resolve("programs"));
        Path relay = Files.writeString(programs.resolve("runbench-relay"),
                "#!/bin/sh\ncat " + sent + "; cat > /dev/null\n");
        Files.setPosixFilePermissions(relay, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (LogRun run = make(programs, List.of("a"), "true")) {
            LogRun.Outcome outcome = run.run();
            assertThat(outcome.events()).isZero();
            assertThat(outcome.dropped()).as("an empty file").isEqualTo(new ServerEnd.Dropped(0, true));
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.MACHINE);
        }
        assertThat(problems).filteredOn(p -> p.contains("rejected bytes")).hasSize(6);
        assertThat(problems).anyMatch(p -> p.contains("junk-1-001.rblog"));
        try (var kept = Files.list(dir.resolve("store/nodes/a"))) {
            assertThat(kept.map(p -> p.getFileName().toString())).containsExactlyInAnyOrder("far-1-001.rblog",
                    "junk-1-001.rblog");
        }
    }
}
