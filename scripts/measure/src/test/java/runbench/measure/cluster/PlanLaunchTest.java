package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.base.home.ProjectHome;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.EventRequest;
import runbench.measure.SamplingSettings;
import runbench.measure.machine.SignalHandlers;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest.CodeRecords;
import runbench.sampler.run.SamplingRequest.SamplingMode;
import runbench.sampler.run.SamplingRequest.SwitchRecords;
import runbench.sampler.run.Signal;

/** Tests plans of programs on this machine. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PlanLaunchTest {
    private static final Path WRAPPER = ProjectHome.folder()
            .toAbsolutePath()
            .normalize()
            .resolve("native/build/bundle/runbench-rank");
    private static final String CLIENT_AFTER_SERVER = """
            [[program]]
            name = "client"
            command = ["sh", "-c", "echo the client runs; sleep 0.3"]
            after = ["server"]
            ends = true
            """;

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        assumeTrue(Files.isExecutable(WRAPPER), WRAPPER + " was not built (make -C native bundle)");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    private ClusterRun run(String plan) throws IOException {
        Path file = Files.writeString(directory.resolve("shop.toml"), plan.replace("PORT", "" + port));
        Plan read = PlanFile.read(file, null, null);
        SamplingSettings sampling = new SamplingSettings(
                new EventRequest("task-clock,page-faults", List.of(), false, false, false), SwitchRecords.NONE, true,
                CodeRecords.POINTERS, SamplingPeriod.parse("10ms"), SamplingMode.parse("auto"), 0.25, false, null,
                CounterScope.TASK);
        ClusterRequest request = new ClusterRequest(List.of("--plan", file.toString()), ClusterRecord.Form.WRAPPER,
                null, List.of(), read.name(), sampling, new ClusterRequest.Tracing(false, "auto"), false,
                new ClusterRequest.Clocks(null, Duration.ofSeconds(1)), null, directory.resolve("run"), null);
        PlanLaunch launch = new PlanLaunch(read, request, new ClusterObserver() {
            @Override
            public ProgressDisplay progress() {
                return ProgressDisplay.NONE;
            }

            @Override
            public void step(String what) {
                steps.add(what);
                if (what.equals("starting " + interruptAt)) {
                    SignalHandlers.raise(Signal.INT);
                }
            }

            @Override
            public void problem(RunbenchException what) {
                problems.add(what.getMessage());
            }
        }, shown, null);
        if (endsSeconds > 0) {
            launch.limitEnds(endsSeconds);
        }
        return launch.run();
    }

    private String interruptAt = "";
    /** Limit for the programs' reports after the end of their launchers, s; 0 for the usual one. */
    private long endsSeconds;

    /** Uses the system's interpreter: one earlier on the path may be a script that searches for it. */
    private static String python(String... lines) {
        String system = "/usr/bin/python3";
        assumeTrue(Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(f -> Files.isExecutable(Path.of(f, "python3"))), "python3 is missing");
        return "[\"" + (Files.isExecutable(Path.of(system)) ? system : "python3") + "\", \"-c\", \"\"\"\n"
                + String.join("\n", lines) + "\n\"\"\"]\n";
    }

    /**
     * Returns the table of a server that begins to listen at least 0.4 s after its start. It computes for several
     * sampling periods: the start of Python alone may be shorter than one.
     */
    private static String server() {
        return "[[program]]\nname = \"server\"\nuntil-port = PORT\nwithin = \"30s\"\ncommand = "
                + python("import socket, time", "while time.process_time() < 0.1: pass", "time.sleep(0.4)",
                        "s = socket.create_server(('127.0.0.1', PORT))", "time.sleep(100)");
    }

    private static RankRecord program(ClusterRun run, String name) {
        return run.ranks().stream().filter(r -> r.title().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void aClientStartsWhenItsServerListensAndEndsIt() throws IOException {
        ClusterRun run = run(CLIENT_AFTER_SERVER + server());
        assertThat(run.record().state()).as("%s %s", run.record(), problems).isEqualTo(ClusterState.FINISHED);
        assertThat(run.record().exitCode()).isEqualTo(ExitCode.OK);
        RankRecord server = program(run, "server");
        RankRecord client = program(run, "client");
        assertThat(server.program().readyMonotonicNs() - server.releasedMonotonicNs()).isGreaterThan(400_000_000L);
        assertThat(client.releasedMonotonicNs()).isGreaterThan(server.program().readyMonotonicNs());
        assertThat(server.program().stopReferenceNs()).isGreaterThan(client.endedMonotonicNs());
        assertThat(server.signal()).isEqualTo(15);
        assertThat(client.exitStatus()).isZero();
        for (RankRecord r : run.ranks()) {
            assertThat(run.recording(r).orElseThrow().damage()).isEmpty();
        }
        assertThat(run.recording(server).orElseThrow().samples()).isPositive();
        // Only the output of the program that ends the run is shown.
        assertThat(shown).hasToString("the client runs\n");
        String json = Files.readString(run.folder().record());
        assertThat(json).contains("\"programs\"", "runbench plan run").doesNotContainIgnoringCase("rank");
        assertThat(ClusterRun.read(run.folder().path()).record()).isEqualTo(run.record());
    }

    @Test
    void aServerThatEndsEarlyIsAFailureWithItsLastErrors() throws IOException {
        ClusterRun run = run("""
                [[program]]
                name = "server"
                command = ["sh", "-c", "sleep 0.3; echo no space left >&2; exit 3"]
                [[program]]
                name = "client"
                command = "sleep 100"
                after = ["server"]
                ends = true
                """);
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.record().exitCode()).isEqualTo(ExitCode.BENCHMARK_FAILED);
        assertThat(run.record().reason()).matches("server on .* exited with status 3 .* before the end of the run");
        assertThat(run.record().words(run.record().problems().get(0))).contains("server on ", "no space left");
        assertThat(program(run, "client").signal()).isEqualTo(15);
        assertThat(Files.readString(run.folder().record())).doesNotContainIgnoringCase("rank");
    }

    /** A server that ends with its last client is no failure; one that ends a while before is, also with status 0. */
    @Test
    void aServerMayEndShortlyBeforeItsClient() throws IOException {
        Path done = directory.resolve("done");
        String server = "[[program]]\nname = \"server\"\ncommand = [\"sh\", \"-c\", \"while [ ! -e " + done
                + " ]; do sleep 0.02; done\"]\n";
        String touch = "sleep 0.3; touch " + done + "; ";
        ClusterRun run = run(server + CLIENT_AFTER_SERVER.replace("sleep 0.3", touch + "sleep 0.2"));
        assertThat(run.record().state()).as("%s", run.record()).isEqualTo(ClusterState.FINISHED);
        assertThat(program(run, "server").program().stopReferenceNs()).isNull();
        Files.move(directory.resolve("run"), directory.resolve("first"));
        Files.delete(done);
        run = run(server + CLIENT_AFTER_SERVER.replace("sleep 0.3", touch + "sleep 100"));
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.record().reason()).contains("exited with status 0", "before the end of the run");
    }

    @Test
    void aPortOfAnotherServerIsRefusedWithItsOwner() throws IOException {
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> run(server() + CLIENT_AFTER_SERVER))
                    .isInstanceOfSatisfying(RunbenchException.class,
                            e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                    .hasMessageContaining("shop.toml:3: until-port: before server starts, ")
                    .hasMessageContaining("(pid " + ProcessHandle.current().pid() + ") listens on port " + port);
        }
        assertThat(directory.resolve("run/programs/server/samples.rec")).doesNotExist();
        assertThat(ClusterRun.read(directory.resolve("run")).record().state()).isEqualTo(ClusterState.FAILED);
    }

    @Test
    void aServerThatIsNotReadyInTimeAndIgnoresTheEndIsKilled() throws IOException {
        long begin = System.nanoTime();
        ClusterRun run = run("""
                grace = "500ms"
                [[program]]
                name = "server"
                command = ["sh", "-c", "trap '' TERM; echo warming up >&2; sleep 100"]
                until-output = "ready"
                within = "1500ms"
                """ + CLIENT_AFTER_SERVER);
        assertThat(System.nanoTime() - begin).isLessThan(60_000_000_000L);
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.record().reason()).contains("server on ", "was not ready within 1.500 s",
                "no line of its output matches ready");
        assertThat(run.record().problems()).extracting(ClusterRecord.Problem::what)
                .containsExactly("its last errors", "killed");
        assertThat(run.record().problems().get(0).why()).isEqualTo("warming up");
        assertThat(program(run, "server").signal()).isEqualTo(9);
        assertThat(program(run, "client").why()).isEqualTo("it was not started");
        assertThat(program(run, "client").state()).isEqualTo(RankState.NOT_MEASURED);
    }

    @Test
    void conditionsOfOutputAndEndOrderThePrograms() throws IOException {
        ClusterRun run = run("""
                [[program]]
                name = "load"
                command = "sleep 0.2"
                until-end = true
                [[program]]
                name = "server"
                command = ["sh", "-c", "sleep 0.3; pwd; echo listening on $NAME; sleep 100"]
                directory = "sub"
                environment = { NAME = "a socket" }
                until-output = "on a sock.t"
                after = ["load"]
                """ + CLIENT_AFTER_SERVER);
        assertThat(run.record().state()).as("%s", run.record()).isEqualTo(ClusterState.FAILED);
        assertThat(run.record().words(run.record().problems().get(0))).contains("cannot change to the directory");
        Files.createDirectories(directory.resolve("sub"));
        Files.move(directory.resolve("run"), directory.resolve("first"));
        run = run(Files.readString(directory.resolve("shop.toml")));
        assertThat(run.record().state()).as("%s", run.record()).isEqualTo(ClusterState.FINISHED);
        assertThat(Files.readString(run.folder().out("server"))).startsWith(directory.resolve("sub").toString());
        RankRecord server = program(run, "server");
        assertThat(server.releasedMonotonicNs()).isGreaterThan(program(run, "load").endedMonotonicNs());
        assertThat(server.program().readyReferenceNs() - server.releasedMonotonicNs()).isGreaterThan(300_000_000L);
        assertThat(program(run, "client").releasedMonotonicNs()).isGreaterThan(server.program().readyReferenceNs());
        // The shell and its child ended: the recording is complete only when the last process has ended.
        assertThat(server.signal()).isEqualTo(15);
    }

    @Test
    void anInterruptEndsAllProgramsAndKeepsTheirRecordings() throws IOException {
        interruptAt = "client on " + HostName.inFiles();
        ClusterRun run = run(server() + CLIENT_AFTER_SERVER.replace("sleep 0.3", "sleep 100"));
        assertThat(run.record().state()).as("%s", run.record()).isEqualTo(ClusterState.INTERRUPTED);
        assertThat(run.record().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(program(run, "server").signal()).isEqualTo(15);
        assertThat(run.recording(program(run, "server")).orElseThrow().samples()).isPositive();
    }

    @Test
    void aLauncherThatFailsIsNamedWithHostAndLine() {
        assertThatThrownBy(() -> run("""
                launch = "sh -c 'echo Could not resolve hostname n9 >&2; exit 255' {command}"
                [[program]]
                name = "server"
                host = "n9"
                command = "true"
                [[program]]
                name = "client"
                command = "sleep 100"
                after = ["server"]
                ends = true
                """)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("shop.toml:4: host: server cannot be started on n9: Could not resolve hostname");
    }

    @Test
    void aHostThatVanishesIsAFailureOfItsProgram() throws IOException {
        endsSeconds = 2;
        // Reports as a keeper does, waits for the start, and is gone.
        Path lost = Files.writeString(directory.resolve("lost"), "#!/bin/sh\nfor word; do case $word in "
                + "RB_CLUSTER_RUN=*) run=${word#*=} ;; RB_CLUSTER_PROGRAM=*) name=${word#*=} ;; esac; done\n"
                + "own=$run/programs/$name\nmkdir -p $own\necho '{\"v\":1,\"rank\":0,\"size\":2,\"host\":\"n9\","
                + "\"clock_id\":\"" + MonotonicClock.id() + "\"}' > $own/part\nmv $own/part $own/rank.json\n"
                + "while [ ! -e $own/go ]; do sleep 0.05; done\nexit 255\n");
        Files.setPosixFilePermissions(lost, PosixFilePermissions.fromString("rwx------"));
        ClusterRun run = run("launch = \"" + lost + " {command}\"\n" + """
                [[program]]
                name = "server"
                host = "n9"
                command = "true"
                [[program]]
                name = "client"
                command = "sleep 100"
                ends = true
                """);
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.record().reason()).isEqualTo("server on n9 did not report its end, and its launcher ended with "
                + "status 255: the host or the connection failed");
        assertThat(program(run, "client").signal()).isEqualTo(15);
    }
}
