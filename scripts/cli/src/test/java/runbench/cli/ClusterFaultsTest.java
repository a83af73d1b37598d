package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankState;

/**
 * Tests of runs on many nodes in which a process is killed, a disk is full or a node is lost: the messages, the files
 * that are kept, and the end of the run.
 */
@Tag("machine")
@Tag("beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClusterFaultsTest extends RunOfTwoRanks {
    /** Command prefix for two hosts of one machine, each with its own name and CLOCK_MONOTONIC. */
    private static final String OWN_CLOCKS = "unshare --uts --time --monotonic 5000 --fork --kill-child sh -c "
            + "'hostname {host}; exec {command}'";

    private static ReusedJvm impatient;

    /** Returns a process whose runs wait 2 s after the end of the launcher for the ranks' reports. */
    private static ReusedJvm impatient() throws IOException {
        if (impatient == null || !impatient.isAlive()) {
            impatient = new ReusedJvm(
                    Runbench.reusable(List.of("env", "RB_CLUSTER_FINISH=2")).redirectErrorStream(true));
        }
        return impatient;
    }

    @AfterAll
    static void endTheImpatientProcess() throws IOException {
        if (impatient != null) {
            impatient.close();
        }
    }

    private static ProcessHandle launcher(Runbench.Running run) {
        return run.process()
                .children()
                .filter(p -> p.info().arguments().map(List::of).orElse(List.of()).contains("-np"))
                .findFirst()
                .orElseThrow();
    }

    private static Path host(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/uts"));
        } catch (IOException e) {
            return Path.of("ended");
        }
    }

    @Test
    void whenARankIsKilledWhatItRecordedIsKept() throws Exception {
        Runbench.Running running = Runbench.begin(charted(List.of(), mpirun(Runbench.ENDLESS)));
        awaitRunning(2);
        Bed.signal("KILL", json(files("rank.json").get(1)).path("pid").asLong());
        Runbench.Ended ended = running.await();
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("the launcher ended with status 137 (signal 9)");
        ClusterRun run = kept(ClusterState.FAILED, 2);
        assertThat(run.ranks()).allMatch(r -> r.state() == RankState.COMPLETE);
        assertThat(run.folder().chart()).isNotEmptyFile();
        assertNothingIsLeft();
        String[] kernel = System.getProperty("os.version").split("[.-]");
        assumeTrue(Integer.parseInt(kernel[0]) * 100 + Integer.parseInt(kernel[1]) >= 615,
                "before Linux 6.15 a launcher may take a rank's status before anybody sees it");
        assertThat(run.ranks().get(1).signal()).isEqualTo(9);
        assertThat(ended.output()).contains(
                "; rank 1 on " + run.ranks().get(1).host() + " was killed by signal 9 (KILL), first; rank 0 on ");
    }

    @Test
    void whenRunbenchIsKilledTheRanksGoOnAndAreFound() throws Exception {
        Path output = dir.resolve("output");
        Process process = Runbench.start(output, List.of("env", "RB_CLUSTER_LINGER=1"),
                arguments(List.of(), mpirun(untilEnough())));
        awaitRunning(2);
        process.destroyForcibly().waitFor();
        Files.createFile(enough());
        assertNothingIsLeft();
        ClusterRun run = kept(ClusterState.RUNNING, 2);
        assertThat(run.ranks()).allMatch(r -> r.state() == RankState.COMPLETE);
        assertThat(run.record().reason()).contains("runbench was killed");
    }

    @Test
    void ranksWhoseHeadDiesBeforeTheyMayGoGoOnByThemselves() throws Exception {
        Path output = dir.resolve("output");
        Path proof = dir.resolve("proof");
        // The second rank delays the message to the first that all ranks may continue.
        Path begun = dir.resolve("begun");
        Process process = Runbench.start(output, List.of("env", "RB_CLUSTER_WAIT=2", "RB_CLUSTER_LINGER=1"),
                arguments(List.of("--launch",
                        "sh -c 'test {host} = one || { : > " + begun + "; sleep 3; }; exec {command}'", "--hosts",
                        "one,two"), "sh", "-c", "echo $RB_CLUSTER_TAKEN >> " + proof));
        await("start of one rank").atMost(60, TimeUnit.SECONDS)
                .pollInterval(1, TimeUnit.MILLISECONDS)
                .until(() -> !files("rank.json").isEmpty() && Files.exists(begun) || !process.isAlive());
        process.destroyForcibly().waitFor();
        assertThat(proof).doesNotExist();
        await("end of both ranks").atMost(20, TimeUnit.SECONDS)
                .until(() -> Files.exists(proof) && Files.readAllLines(proof).size() == 2);
        assertNothingIsLeft();
        assertThat(Files.readAllLines(proof)).containsExactlyInAnyOrder("0", "1");
        assertThat(Files.readString(files("problem.json").get(0))).contains("this rank started without the others");
    }

    @Test
    void whenTheLauncherIsKilledWhatItsRanksRecordedIsKept() throws Exception {
        Runbench.Running running = Runbench.begin(impatient(), arguments(List.of(), mpirun(Runbench.ENDLESS)));
        awaitRunning(2);
        Bed.signal("KILL", launcher(running).pid());
        Runbench.Ended ended = running.await();
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("the launcher ended with status 137 (signal 9)");
        assertThat(kept(ClusterState.FAILED, 2).ranks()).filteredOn(r -> r.endedMonotonicNs() == null)
                .allMatch(r -> r.why().contains("did not report the end of it") || r.state() == RankState.CUT_OFF);
        for (Path rank : files("rank.json")) { // a killed launcher may leave its ranks running
            ProcessHandle.of(json(rank).path("pid").asLong()).ifPresent(ProcessHandle::destroyForcibly);
        }
        assertNothingIsLeft();
    }

    @Test
    void whenASamplerIsKilledItsRankIsCutOffAndTheProgramGoesOn() throws Exception {
        Runbench.Running running = Runbench.begin(arguments(List.of(), mpirun(untilEnough())));
        awaitRunning(2);
        Path second = files("rank.json").get(1);
        long sampler = ProcessHandle.allProcesses()
                .filter(p -> p.info().command().orElse("").endsWith("/runbench-sampler") && p.info()
                        .arguments()
                        .map(List::of)
                        .orElse(List.of())
                        .contains(second.resolveSibling("samples.rec").toString()))
                .findFirst()
                .orElseThrow()
                .pid();
        Bed.signal("KILL", sampler);
        Files.createFile(enough());
        Runbench.Ended ended = running.await();
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output())
                .contains("rank 1 cut off", "the recording of this rank is cut off: its sampler was killed by signal 9")
                .contains("the sealed part is kept and used");
        ClusterRun run = kept(ClusterState.INCOMPLETE, 2);
        assertThat(run.record().exitStatus()).isZero();
        assertThat(run.ranks()).extracting(r -> r.state()).containsExactly(RankState.COMPLETE, RankState.CUT_OFF);
    }

    @Test
    void aFullDiskOnANodeCutsItsRecordingOffAndNothingElse() throws Exception {
        Path local = Files.createDirectory(dir.resolve("local"));
        assumeTrue(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=128k", "none", local.toString())
                .redirectErrorStream(true)
                .start()
                .waitFor() == 0, "no small disk can be mounted here (root?)");
        try {
            Path output = dir.resolve("output");
            Runbench.Ended ended = Runbench.run(output,
                    arguments(
                            List.of("--local", local.toString(), "--period", "400us", "--launch",
                                    "sh -c 'exec {command}'", "--hosts", "one"),
                            "sh", "-c", "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done"));
            assertThat(ended.code()).as(ended.output()).isEqualTo(3);
            ClusterRun run = kept(ClusterState.INCOMPLETE, 1);
            assertThat(run.record().exitStatus()).isZero();
            assertThat(run.ranks().get(0).state()).isEqualTo(RankState.CUT_OFF);
            assertThat(run.ranks().get(0).why()).containsIgnoringCase("no space left");
        } finally {
            new ProcessBuilder("umount", local.toString()).start().waitFor();
        }
    }

    /**
     * A folder in the place of the file simulates a disk that is full when this rank writes its report, and not later.
     */
    @Test
    void aRankThatCannotReportIsNotWaitedFor() throws Exception {
        String taken = folder().resolve("ranks") + "/rank-00001-$(hostname)/.rank.json.part";
        Path proof = dir.resolve("proof");
        Runbench.Ended ended = Runbench.run(dir.resolve("output"),
                arguments(List.of("--launch", "sh -c 'test {host} = one || mkdir -p " + taken + "; exec {command}'",
                        "--hosts", "one,two"), "sh", "-c", "echo $RB_CLUSTER_TAKEN >> " + proof));
        assertThat(Files.readAllLines(proof)).as(ended.output()).containsExactlyInAnyOrder("0", "1");
        assertThat(ended.output()).contains("1 of 2 ranks recorded").doesNotContain("are not waited for");
        assertNothingIsLeft();
    }

    /**
     * Checks full disks of several sizes. On the larger ones, the recordings' reserves fill the disk before the ranks
     * may start.
     */
    @ParameterizedTest
    @ValueSource(strings = {"24k", "160k"})
    void aFullDiskOfTheRunDoesNotEndTheProgram(String size) throws Exception {
        Path small = Files.createDirectory(dir.resolve("small"));
        Path done = Files.createDirectory(dir.resolve("done"));
        // It computes for the same time on any machine: its samples have to fill the disk.
        String[] program = mpirun("timeout 0.7 sh -c 'while :; do :; done'; touch " + done + "/$$");
        assumeTrue(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + size, "none", small.toString())
                .redirectErrorStream(true)
                .start()
                .waitFor() == 0, "no small disk can be mounted here (root?)");
        try {
            List<String> all = new ArrayList<>(List.of("cluster", "-e", "task-clock,page-faults", "--no-trace",
                    "--no-chart", "--period", "100us", "--force", "-o", small.resolve("run").toString(), "--"));
            all.addAll(List.of(program));
            // A rank cannot report its end on a full disk.
            Runbench.Ended ended = Runbench.begin(impatient(), all).await();
            try (Stream<Path> ranks = Files.list(done)) {
                assertThat(ranks).as(ended.output()).hasSize(2);
            }
            assertThat(ended.code()).as(ended.output()).isEqualTo(3);
            assertThat(ended.output()).containsIgnoringCase("no space left");
        } finally {
            new ProcessBuilder("umount", "--lazy", small.toString()).start().waitFor();
        }
    }

    @Test
    void aNodeThatCannotBeReachedAfterTheRunIsAlignedByTheWindowBefore() throws Exception {
        assumeTrue(new ProcessBuilder("unshare", "--uts", "--time", "--monotonic", "1", "--fork", "true")
                .redirectErrorStream(true)
                .start()
                .waitFor() == 0, "no time namespaces can be made here (root?)");
        Runbench.Running running = Runbench.begin(arguments(
                List.of("--launch", OWN_CLOCKS, "--hosts", "one=127.0.0.1,two=127.0.0.1"), "sh", "-c", untilEnough()));
        awaitRunning(2);
        Path host = Files
                .readSymbolicLink(Path.of("/proc/" + json(files("rank.json").get(1)).path("pid").asLong() + "/ns/uts"));
        long reflector = involved().stream()
                .filter(p -> p.contains("/runbench-reflector"))
                .mapToLong(p -> Long.parseLong(p.split("[ /]")[2]))
                .filter(p -> host.equals(host(p)))
                .findFirst()
                .orElseThrow();
        Bed.signal("KILL", reflector);
        Files.createFile(enough());
        Runbench.Ended ended = running.await();
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains("clock of two not measured after the run");
        ClusterRun run = ClusterRun.read(folder());
        assertThat(run.record().state()).isEqualTo(ClusterState.INCOMPLETE);
        assertThat(run.record().windows()).extracting(ClusterRecord.Window::measured)
                .containsExactly(List.of("one", "two"), List.of("one"));
        assertThat(folder().resolve("clocks/two.model.json")).exists();
        assertNothingIsLeft();
    }
}
