package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankState;
import runbench.pas2p.trace.MpiPrograms;

/** Tests of runs on many nodes that a signal ends, or whose launcher or rank ends otherwise than it should. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClusterEndsTest extends RunOfTwoRanks {
    private static void assumeLauncher(String mpi) {
        assumeTrue(Bed.onPath("mpirun." + mpi), "mpirun." + mpi + " is missing (Debian: openmpi-bin, mpich)");
    }

    /** Sends Ctrl-C to ranks without a wrapper; the test of a second Ctrl-C has ranks with one. */
    @Test
    void ctrlCEndsTheRanksAndKeepsTheirRecordings() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.run(dir.resolve("screen"),
                Runbench.command(List.of("-Drunbench.terminal=80"), arguments(List.of(), mpirun(Runbench.ENDLESS))))) {
            awaitRunning(2);
            terminal.type(PseudoTerminal.CTRL_C);
            assertThat(terminal.await()).as(terminal.shown()).isEqualTo(130);
            kept(ClusterState.INTERRUPTED, 2);
            assertThat(terminal.shown()).contains("interrupted, 2 of 2 ranks recorded");
        }
        assertNothingIsLeft();
    }

    @Test
    void aSignalToRunbenchAloneIsForTheLauncher() throws Exception {
        Runbench.Running run = Runbench.begin(arguments(List.of(), mpirun(Runbench.ENDLESS)));
        awaitRunning(2);
        Bed.signal("TERM", run.process().pid());
        assertThat(run.await().code()).isEqualTo(130);
        kept(ClusterState.INTERRUPTED, 2);
        assertNothingIsLeft();
    }

    /** The keepers of the wrapper form outlive both signals and complete the recordings. */
    @Test
    void aSecondCtrlCEndsStubbornRanks() throws Exception {
        String[] all = mpirun("trap '' INT TERM; " + Runbench.ENDLESS);
        List<String> launcher = List.of(all).subList(0, all.length - 3);
        try (PseudoTerminal terminal = PseudoTerminal.run(dir.resolve("screen"),
                Runbench.command(List.of("-Drunbench.terminal=80"),
                        arguments(List.of("--launch", String.join(" ", launcher)), "sh", "-c", all[all.length - 1])))) {
            awaitRunning(2);
            terminal.type(PseudoTerminal.CTRL_C);
            // The second key is a second signal only after the first one was delivered.
            Thread.sleep(200);
            terminal.type(PseudoTerminal.CTRL_C);
            assertThat(terminal.await()).as(terminal.shown()).isEqualTo(130);
            kept(ClusterState.INTERRUPTED, 2);
        }
        assertNothingIsLeft();
    }

    /** Simulates ssh, whose remote side goes on when the local side is ended. */
    @Test
    void ranksThatTheirLauncherLeavesBehindAreEnded() throws Exception {
        Runbench.Running run = Runbench.begin(arguments(
                List.of("--launch", "sh -c '{command} & wait'", "--hosts", "one,two"), "sh", "-c", Runbench.ENDLESS));
        awaitRunning(2);
        Bed.signal("TERM", run.process().pid());
        assertThat(run.await().code()).isEqualTo(130);
        assertThat(kept(ClusterState.INTERRUPTED, 2).ranks())
                .allMatch(r -> r.state() == RankState.COMPLETE && Integer.valueOf(15).equals(r.signal()));
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openmpi", "mpich"})
    void aRankThatExitsWithoutMpiFinalizeIsNamed(String mpi) throws Exception {
        assumeLauncher(mpi);
        Path program = MpiPrograms.program("leaves", mpi);
        Path output = dir.resolve("output");
        List<String> arguments = new ArrayList<>(List.of("cluster", "-e", "task-clock,page-faults", "--no-chart", "-o",
                folder().toString(), "--", "mpirun." + mpi, "-np", "3", program.toString()));
        Runbench.Ended ended = Runbench.run(output, arguments);
        assertThat(ended.code()).as(ended.output()).isIn(1, 3); // mpirun.mpich sometimes reports success
        ClusterRun run = ClusterRun.read(folder());
        assumeTrue(Integer.valueOf(0).equals(run.ranks().get(1).exitStatus()),
                "before Linux 6.15 a launcher may take a rank's status before anybody sees it");
        assertThat(run.record().reason())
                .contains("rank 1 on " + run.ranks().get(1).host() + " exited with status 0 without MPI_Finalize");
        assertThat(run.record().reason().indexOf("rank 1 on "))
                .isLessThan(run.record().reason().indexOf("was killed by"));
    }

    @Test
    void aRankThatExitedBeforeTheLauncherEndedTheOthersIsNamedWithoutATrace() throws Exception {
        Path output = dir.resolve("output");
        Runbench.Ended ended = Runbench.run(output, arguments(List.of(), mpirun(
                // Both ranks compute first: a rank that only sleeps may have no sample.
                "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; "
                        + "test $OMPI_COMM_WORLD_RANK = 1 && { sleep 0.3; exit 0; }; sleep 2; kill -9 $$")));
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        ClusterRun run = kept(ClusterState.FAILED, 2);
        assumeTrue(Integer.valueOf(0).equals(run.ranks().get(1).exitStatus()),
                "before Linux 6.15 a launcher may take a rank's status before anybody sees it");
        assertThat(run.record().reason()).contains("rank 0 on ", "was killed by signal 9 (KILL)",
                "; rank 1 on " + run.ranks().get(1).host() + " had exited with status 0 before");
    }

    @Test
    void aFailureOfTheLauncherItselfIsNoSignal() throws Exception {
        Path output = dir.resolve("output");
        Runbench.Ended ended = Runbench.run(output,
                arguments(List.of("--launch", "sh -c '{command}; exit 255'", "--hosts", "one"), "sleep", "0.2"));
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("the launcher ended with status 255").doesNotContain("signal 127");
    }

    /**
     * Runs processes of Open MPI under MPICH's launcher, which does not connect them, as Slurm does not without a
     * process management interface. Asserts the exit code of an incomplete run.
     */
    private Runbench.Ended underMpich(String... processes) throws Exception {
        assumeLauncher("mpich");
        List<String> arguments = new ArrayList<>(List.of("cluster", "-e", "task-clock,page-faults", "--mpi", "openmpi",
                "-o", folder().toString(), "--", "mpirun.mpich", "-np"));
        arguments.addAll(List.of(processes));
        Runbench.Ended ended = Runbench.run(dir.resolve("output"), arguments);
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        return ended;
    }

    @Test
    void processesThatTheLauncherDidNotConnectKeepTheirRecordingsAndTraces() throws Exception {
        Runbench.Ended ended = underMpich("4", MpiPrograms.program("phases", "openmpi").toString(), "10", "5", "2");
        assertThat(ended.output()).contains("4 processes are each rank 0 of an MPI_COMM_WORLD of 1 rank",
                "srun --mpi=pmi2 for MPICH, srun --mpi=pmix for Open MPI");
        ClusterRun run = kept(ClusterState.INCOMPLETE, 4);
        assertThat(run.record().exitStatus()).isZero();
        try (Stream<Path> traces = Files.list(run.trace().orElseThrow())) {
            assertThat(traces.toList()).hasSize(4);
        }
        assertThat(run.folder().chart()).isNotEmptyFile();
    }

    @Test
    void aProgramOnOneOfTheStartedProcessesIsNotTakenForAllOfThem() throws Exception {
        Runbench.Ended ended = underMpich("2", "sh", "-c",
                "test $PMI_RANK = 0 && exec sleep 0.3; exec " + MpiPrograms.program("phases", "openmpi") + " 10 5 2");
        assertThat(ended.output()).contains("MPI_COMM_WORLD has 1 rank, and the launcher started 2");
        assertThat(ClusterRun.read(folder()).folder().chart()).isNotEmptyFile();
    }
}
