package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.align.traces.Alignment;
import runbench.pas2p.trace.MpiPrograms;
import runbench.pas2p.trace.MpiTrace;

/** The command line on a Slurm cluster of two nodes. */
@Tag("machine")
@Tag("waits")
@Timeout(value = 150, unit = TimeUnit.SECONDS)
class ClusterSlurmTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home")).toAbsolutePath().normalize();
    private static final String[] PROGRAM = {"sh", "-c", "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; sleep 0.2"};
    private static VirtualSlurm slurm;

    @TempDir
    private static Path scratch;
    @TempDir
    private Path dir;

    @BeforeAll
    static void start() throws Exception {
        slurm = VirtualSlurm.start(scratch);
    }

    @AfterAll
    static void end() throws Exception {
        if (slurm != null) {
            slurm.close();
        }
    }

    private Path folder() {
        return dir.resolve("run");
    }

    private static List<String> words(List<String> before, String... more) {
        return Stream.concat(before.stream(), Stream.of(more)).toList();
    }

    /** Runs {@code runbench cluster} with these arguments under a command of its own: salloc, for example. */
    private Runbench.Ended cluster(List<String> before, List<String> arguments) throws Exception {
        List<String> prefix = new ArrayList<>(slurm.environment());
        prefix.addAll(before);
        Path output = dir.resolve("output");
        return Runbench.await(Runbench.start(output, prefix,
                words(List.of("cluster", "-e", "task-clock,page-faults", "--period", "10ms", "-o", folder().toString()),
                        arguments.toArray(String[]::new))),
                output);
    }

    private ClusterRun whole(int ranks) {
        ClusterRun run = ClusterRun.read(folder());
        assertThat(run.record().state()).as("%s", run.record()).isEqualTo(ClusterState.FINISHED);
        assertThat(run.ranks()).extracting(RankRecord::rank)
                .containsExactlyElementsOf(Stream.iterate(0, r -> r + 1).limit(ranks).toList());
        assertThat(run.ranks())
                .allMatch(r -> r.state() == RankState.COMPLETE && Integer.valueOf(0).equals(r.exitStatus()));
        assertThat(run.ranks()).extracting(RankRecord::host).contains("v1", "v2");
        run.ranks().forEach(r -> assertThat(run.recording(r).orElseThrow().samples()).isPositive());
        return run;
    }

    @Test
    void ranksOfAStepAreFound() throws Exception {
        Runbench.Ended ended = cluster(List.of(), words(List.of("--", "srun", "-N2", "-n4", "--mpi=none"), PROGRAM));
        assertThat(ended.code()).as(ended.output()).isZero();
        // The two nodes are one machine and share its clock: there is nothing to measure.
        assertThat(whole(4).record().windows()).isEmpty();
    }

    @Test
    void theWrapperDoesTheSame() throws Exception {
        Runbench.Ended ended = cluster(List.of(), words(List.of("--launch", "srun -N2 -n4 --mpi=none", "--"), PROGRAM));
        assertThat(ended.code()).as(ended.output()).isZero();
        whole(4);
    }

    @Test
    void mpichByItsProcessManagementInterface() throws Exception {
        Path program = MpiPrograms.program("phases", "mpich");
        Runbench.Ended ended = cluster(List.of(),
                List.of("--", "srun", "-N2", "-n2", "--mpi=pmi2", program.toString()));
        assertThat(ended.code()).as(ended.output()).isZero();
        ClusterRun run = whole(2);
        assertThat(run.record().mpi()).isEqualTo("mpich");
        assertThat(MpiTrace.open(run.trace().orElseThrow()).complete()).isTrue();
    }

    @Test
    void processesWithoutAProcessManagementInterfaceKeepTheirTraces() throws Exception {
        Path program = MpiPrograms.program("phases", "mpich");
        Runbench.Ended ended = cluster(List.of(),
                List.of("--", "srun", "-N2", "-n4", "--mpi=none", program.toString()));
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains("4 processes are each rank 0 of an MPI_COMM_WORLD of 1 rank", "--mpi=pmi2",
                "--mpi=pmix");
        try (Stream<Path> traces = Files.list(folder().resolve("trace"))) {
            assertThat(traces.toList()).hasSize(4);
        }
        assertThat(ClusterRun.read(folder()).folder().chart()).isNotEmptyFile();
    }

    @Test
    void withinAnAllocationNothingNeedsToBeSaid() throws Exception {
        Runbench.Ended ended = cluster(List.of("salloc", "-Q", "-N2", "-n4"), words(List.of("--", "srun"), PROGRAM));
        assertThat(ended.code()).as(ended.output()).isZero();
        whole(4);
    }

    @Test
    void theExampleOfABatchJob() throws Exception {
        Path log = dir.resolve("job.out");
        Path runbench = Files.writeString(dir.resolve("runbench"),
                "#!/bin/sh\nexec " + PseudoTerminal.quoted(Runbench.command(List.of(), List.of())) + " \"$@\"\n");
        assertThat(runbench.toFile().setExecutable(true)).isTrue();
        slurm.command(words(List.of("env", "RUNBENCH=" + runbench,
                "RUNBENCH_CLUSTER_OPTIONS=-e page-faults -o " + folder(), "sbatch", "--wait", "--output=" + log,
                HOME.resolve("scripts/examples/cluster.sbatch").toString()), PROGRAM).toArray(String[]::new));
        assertThat(log).content().contains("4 of 4 ranks recorded on 2 hosts");
        whole(4);
    }

    /** Returns the number of recordings with samples. */
    private long recordings() throws IOException {
        Path ranks = folder().resolve("ranks");
        if (!Files.isDirectory(ranks)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(ranks)) {
            return all.map(r -> r.resolve("samples.rec")).filter(Runbench::hasSamples).count();
        }
    }

    @Test
    void aJobThatIsCancelledKeepsWhatItRecorded() throws Exception {
        Path output = dir.resolve("output");
        Process process = Runbench.start(output, words(slurm.environment()),
                List.of("cluster", "-e", "page-faults", "-o", folder().toString(), "--", "srun", "-N2", "-n2",
                        "--mpi=none", "--job-name=tobecancelled", "sh", "-c", "while :; do :; done"));
        await("samples of both ranks").atMost(60, TimeUnit.SECONDS)
                .until(() -> !process.isAlive() || recordings() == 2);
        slurm.command("scancel", "--name=tobecancelled");
        Runbench.Ended ended = Runbench.await(process, output);
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        ClusterRun run = ClusterRun.read(folder());
        assertThat(run.record().state()).isEqualTo(ClusterState.FAILED);
        assertThat(run.ranks()).hasSize(2).allMatch(r -> r.recording() != null);
        run.ranks().forEach(r -> assertThat(run.recording(r).orElseThrow().samples()).isPositive());
    }

    // Repeated once: a suspended CPU can delay one direction of most exchanges; the clock error then exceeds 1 ms.
    @RetryingTest(2)
    void nodesWithClocksOfTheirOwnAreAligned() throws Exception {
        try (VirtualSlurm clocks = VirtualSlurm.start(dir, "--clocks")) {
            List<String> prefix = words(clocks.environment(), "salloc", "-Q", "-N2", "-n2");
            List<Integer> ports = Ports.free(2);
            Path output = dir.resolve("output");
            Runbench.Ended ended = Runbench.await(Runbench.start(output, prefix,
                    words(List.of("cluster", "-e", "page-faults", "-o", folder().toString(), "--sync-window", "1s",
                            "--hosts", "v1=127.0.0.1:%d,v2=127.0.0.1:%d".formatted(ports.get(0), ports.get(1)),
                            "--start-in", "300ms", "--", "srun"), PROGRAM)),
                    output);
            assertThat(ended.code()).as(ended.output()).isZero();
            ClusterRun run = whole(2);
            assertThat(run.record().startAt().statedErrorNs()).isPositive().isLessThan(1e6);
            assertThat(ended.output())
                    .containsPattern("common start: the error of the instant on the hosts is at most [0-9.]+ (ns|us)");
            assertThat(run.record().windows()).extracting(ClusterRecord.Window::when)
                    .containsExactly(ClusterRecord.When.BEFORE, ClusterRecord.When.AFTER);
            assertThat(run.record().windows())
                    .allSatisfy(w -> assertThat(new TreeSet<>(w.measured())).containsExactly("v1", "v2"));
            Map<String, Long> ahead = Map.of("v1", 1_000_000_000_000L, "v2", 2_000_000_000_000L);
            long asked = run.record().startAt().askedRefNs();
            for (Alignment.RankClock clock : Alignment.of(run).clocks()) {
                long released = clock.rank().releasedMonotonicNs();
                double wrong = Math.abs(clock.timeline().orElseThrow().refNanos(released)
                        - (released - ahead.get(clock.rank().host())));
                assertThat(wrong).as("alignment of %s, ns", clock.rank().host()).isLessThan(1e6);
                assertThat(released - ahead.get(clock.rank().host())).isGreaterThanOrEqualTo(asked - 1_000_000);
            }
        }
    }
}
