package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.clock.RecordedStamps;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.PlannedProgram;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.base.progress.Progress;
import runbench.base.timeline.Timeline;

/**
 * A server and a client on two hosts in network namespaces, whose clocks are seconds apart and drift. The client sends
 * requests in bursts and prints their times. All stamps are made by one true clock and changed afterwards, so that the
 * times of the bursts are the truth for the server's samples on the aligned axis.
 */
@Tag("machine")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class PlanHostsTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", ".")).toAbsolutePath().normalize();
    private static final Path PROGRAMS = HOME.resolve("scripts/examples/service");

    /** The system's interpreter: one earlier on the path may be a script that searches for it. */
    private static final String PYTHON = Files.isExecutable(Path.of("/usr/bin/python3")) ? "/usr/bin/python3"
            : "python3";
    /** Each burst takes a second; between two of them the server is idle. */
    private static final int BURSTS = 2;
    /** After its last reply the server returns to waiting, on a busy machine after other programs, ns. */
    private static final long RETURN_NANOS = 50_000_000;

    @TempDir
    private Path dir;
    private NamespaceHosts hosts;

    @BeforeEach
    void makeTheHosts() throws Exception {
        Assumptions.assumeTrue(Bed.onPath("python3"), "python3 is missing");
        Assumptions.assumeTrue(Files.isExecutable(HOME.resolve("native/build/bundle/runbench-rank")),
                "the bundle was not built (make -C native bundle)");
        hosts = NamespaceHosts.up(2);
        Runbench.assumeCounting(dir);
    }

    @AfterEach
    void removeThem() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void theServersSamplesLieWithinTheClientsBursts() throws Exception {
        Path clocks = Files.write(dir.resolve("clocks"),
                List.of(hosts.host(1) + " " + hosts.clock(1).spec(), hosts.host(2) + " " + hosts.clock(2).spec()));
        Path plan = Files.writeString(dir.resolve("shop.toml"), """
                [[program]]
                name = "server"
                host = "%s=10.79.0.2"
                command = "%s server.py 5939"
                directory = "%s"
                until-port = 5939

                [[program]]
                name = "client"
                host = "%s=10.79.0.3"
                command = "%s client.py 10.79.0.2 5939 %d"
                directory = "%s"
                after = ["server"]
                ends = true
                """.formatted(hosts.host(1), PYTHON, PROGRAMS, hosts.host(2), PYTHON, BURSTS, PROGRAMS));
        Path output = dir.resolve("out");
        Path folder = dir.resolve("run");
        Runbench.Ended ended = Runbench.await(
                Runbench.start(output,
                        List.of("env", "CLUSTER_HOSTS_CLOCKS=" + clocks, NamespaceHosts.SCRIPT, "on", hosts.host(0)),
                        List.of("cluster", "--plan", plan.toString(), "--launch",
                                NamespaceHosts.SCRIPT + " on {host} {command}", "-o", folder.toString(),
                                "--sync-window", "1s", "--period", "2ms", "-e", "task-clock,context-switches")),
                output);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("server ", "client ", "ended by the run")
                .doesNotContainIgnoringCase("rank");
        ClusterRun run = restamped(ClusterRun.read(folder));
        assertThat(run.record().state()).isEqualTo(ClusterState.FINISHED);
        assertThat(run.record().windows()).hasSize(2).allMatch(w -> w.measured().size() == 2);
        Runbench.Ended plotted = Runbench.run(output, "plot", "-q", folder.toString(), "--page",
                folder.resolve("page.html").toString());
        assertThat(plotted.code()).as(plotted.output()).isZero();
        samplesFollowTheBursts(run);
        noOutputNamesRanks(folder);
        alignedFilesHaveTheProgramsNames(run);
        leavePicture(folder);
    }

    private void samplesFollowTheBursts(ClusterRun run) throws IOException {
        List<long[]> bursts = Files.readAllLines(run.folder().out("client"))
                .stream()
                .map(line -> line.split(" "))
                .map(w -> new long[]{Long.parseLong(w[1]), Long.parseLong(w[2])})
                .toList();
        assertThat(bursts).hasSize(BURSTS);
        RankRecord server = run.ranks().get(0);
        long stop = server.program().stopReferenceNs();
        Timeline timeline = Alignment.of(run).clock(0).timeline().orElseThrow();
        int[] inBurst = new int[bursts.size()];
        double[] widest = new double[1];
        List<String> outside = new ArrayList<>();
        RecordedStamps.write(run.recording(server).orElseThrow(), timeline, "ref", at -> {
            if (at.refNanos() < bursts.get(0)[0] || at.refNanos() > stop) {
                return; // the server's own start and end
            }
            widest[0] = Math.max(widest[0], at.hiNanos() - at.loNanos());
            boolean found = false;
            for (int i = 0; i < inBurst.length; i++) {
                boolean within = at.latest() >= bursts.get(i)[0] && at.earliest() <= bursts.get(i)[1] + RETURN_NANOS;
                inBurst[i] += within ? 1 : 0;
                found = found || within;
            }
            if (!found) {
                outside.add(Long.toString(at.refNanos()));
            }
        }, Writer.nullWriter(), Progress.NONE);
        System.out.printf(Locale.ROOT, "server samples in the bursts: %s, outside: %d; widest interval %.2f us%n",
                Arrays.toString(inBurst), outside.size(), widest[0] / 1e3);
        assertThat(outside).isEmpty();
        assertThat(inBurst).doesNotContain(0);
        assertThat(widest[0]).isLessThan(1e6);
        // Without alignment they do not: the clocks are seconds apart.
        List<Long> shown = new ArrayList<>();
        RecordedStamps.write(run.recording(server).orElseThrow(), Timeline.IDENTITY, "own",
                at -> shown.add(at.refNanos()), Writer.nullWriter(), Progress.NONE);
        assertThat(shown.get(shown.size() / 2) - bursts.get(0)[0]).isGreaterThan(1_000_000_000L);
    }

    private static void noOutputNamesRanks(Path folder) throws IOException {
        for (String file : List.of("cluster.json", "programs.json", "programs.csv")) {
            assertThat(Files.readString(folder.resolve(file))).as(file)
                    .contains("server", "client")
                    .doesNotContainIgnoringCase("rank");
        }
        PublishedSchemas.check(OutputFormat.PLAN_RUN, folder.resolve("cluster.json"));
        PublishedSchemas.check(OutputFormat.PLAN_VIEW, folder.resolve("programs.json"));
        // The page's visible words; packed data may contain any letters.
        assertThat(Files.readString(folder.resolve("page.html")).replaceAll("(?s)<script.*?</script>", ""))
                .contains("server", "client")
                .doesNotContainPattern("(?i)\\brank");
    }

    private void alignedFilesHaveTheProgramsNames(ClusterRun run) throws Exception {
        Path folder = run.folder().path();
        Runbench.Ended aligned = Runbench.run(dir.resolve("align.out"), "align", folder.toString());
        assertThat(aligned.code()).as(aligned.output()).isZero();
        assertThat(aligned.output()).contains(": 2 programs in the time of", "server ", "client ")
                .doesNotContainIgnoringCase("rank");
        assertThat(run.ranks()).allSatisfy(
                r -> assertThat(folder.resolve("aligned/" + r.title() + "-" + r.host() + ".csv")).isNotEmptyFile());
    }

    /** Converts stamps of each host to its wrong clock, as the host would have written them. */
    private ClusterRun restamped(ClusterRun run) throws IOException {
        List<RankRecord> ranks = new ArrayList<>();
        for (RankRecord r : run.ranks()) {
            RehearsedClock clock = hosts.clock(r.rank() + 1);
            clock.intoRecording(run.folder().path().resolve(r.recording()));
            PlannedProgram p = r.program();
            ranks.add(new RankRecord(r.rank(), r.host(), r.clockId(), r.folder(), r.recording(), r.state(),
                    r.exitStatus(), r.signal(), r.why(), clock.shows(r.releasedMonotonicNs()),
                    clock.shows(r.endedMonotonicNs()),
                    p.ready(p.readyMonotonicNs() == null ? null : clock.shows(p.readyMonotonicNs()), null)));
        }
        ClusterRecord c = run.record();
        ClusterRun.write(run.folder(),
                new ClusterRecord(c.v(), c.runbench(), c.state(), c.reason(), c.program(), c.command(), c.form(),
                        c.launcher(), c.mpi(), c.size(), c.perNode(), c.periodNs(), c.startedUtc(), c.endedUtc(),
                        c.exitStatus(), c.reference(), ranks, c.trace(), c.clocks(), c.windows(), c.startAt(),
                        c.problems(), c.plan()));
        return ClusterRun.read(run.folder().path());
    }

    /** Copies chart and page if the property {@code -Drunbench.pictures=FOLDER} is set. */
    private static void leavePicture(Path folder) throws IOException {
        String pictures = System.getProperty("runbench.pictures");
        if (pictures != null) {
            Path to = Files.createDirectories(Path.of(pictures));
            for (String name : List.of("chart.png", "page.html", "programs.csv", "programs.json")) {
                Files.write(to.resolve("service-" + name), Files.readAllBytes(folder.resolve(name)));
            }
        }
    }
}
