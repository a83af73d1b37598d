package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;

class LaunchVerdictTest {
    private static RankRecord rank(int number, RankState state, Integer exitStatus, Integer signal, Long endedNs) {
        return new RankRecord(number, "n1", "clock", "r" + number, null, state, exitStatus, signal, null, null,
                endedNs);
    }

    private static LaunchVerdict verdict(Integer status, List<RankRecord> ranks, Set<Integer> withoutFinalize) {
        return LaunchVerdict.of(false, status, ranks, withoutFinalize, List.of(), true);
    }

    @Test
    void aRunWhoseLauncherAndRanksSucceededIsFinished() {
        assertThat(verdict(0, List.of(rank(0, RankState.COMPLETE, 0, null, 5L)), Set.of()))
                .isEqualTo(new LaunchVerdict(ClusterState.FINISHED, null));
    }

    @Test
    void aSuccessfulLauncherAcceptsExitStatusesButNotSignals() {
        RankRecord status3 = rank(0, RankState.COMPLETE, 3, null, 5L);
        assertThat(verdict(0, List.of(status3), Set.of()).state()).isEqualTo(ClusterState.FINISHED);
        RankRecord killed = rank(0, RankState.COMPLETE, null, 9, 5L);
        assertThat(verdict(0, List.of(killed), Set.of()).state()).isEqualTo(ClusterState.INCOMPLETE);
    }

    @Test
    void aFailedRunNamesTheRankThatEndedFirst() {
        LaunchVerdict v = verdict(1,
                List.of(rank(0, RankState.COMPLETE, null, 15, 9L), rank(1, RankState.COMPLETE, null, 11, 5L)),
                Set.of());
        assertThat(v.state()).isEqualTo(ClusterState.FAILED);
        assertThat(v.reason())
                .startsWith("the launcher ended with status 1; rank 1 on n1 was killed by signal 11 (SEGV)");
    }

    @Test
    void aFailedRunNamesRanksWithoutMpiFinalize() {
        assertThat(verdict(1, List.of(rank(0, RankState.COMPLETE, 0, null, 5L)), Set.of(0)).reason())
                .contains("rank 0 on n1 exited with status 0 without MPI_Finalize");
    }

    /** A keeper on a busy machine stamps the end of its rank late; the launcher's signals follow the exit. */
    @Test
    void anExitWithoutMpiFinalizeIsTheCauseOfALaunchersSignalAtTheSameTime() {
        RankRecord left = rank(1, RankState.COMPLETE, 0, null, 1_020_000_000L);
        RankRecord killed = rank(0, RankState.COMPLETE, null, 9, 1_000_000_000L);
        assertThat(verdict(1, List.of(killed, left), Set.of(1)).reason())
                .contains("; rank 1 on n1 exited with status 0 without MPI_Finalize, first; rank 0 on n1 was killed");
        RankRecord crashed = rank(0, RankState.COMPLETE, null, 11, 1_000_000_000L);
        assertThat(verdict(1, List.of(crashed, left), Set.of(1)).reason()).contains("; rank 0 on n1 was killed");
        RankRecord killedBefore = rank(0, RankState.COMPLETE, null, 9, 500_000_000L);
        assertThat(verdict(1, List.of(killedBefore, left), Set.of(1)).reason())
                .contains("was killed by signal 9 (KILL), first; rank 1 on n1 exited");
    }

    @Test
    void aSignalOfTheLauncherIsReported() {
        assertThat(verdict(137, List.of(), Set.of()).reason())
                .isEqualTo("no rank reported; the launcher ended with status 137 (signal 9)");
    }

    @Test
    void missingDataAndClocksMakeARunIncomplete() {
        ClusterRecord.Window window = new ClusterRecord.Window(ClusterRecord.When.AFTER, "", List.of(),
                List.of(new ClusterRecord.Failed("n2", "timeout")));
        LaunchVerdict v = LaunchVerdict.of(false, 0,
                List.of(rank(0, RankState.CUT_OFF, 0, null, 5L), rank(1, RankState.MISSING, null, null, null)),
                Set.of(), List.of(window), false);
        assertThat(v.state()).isEqualTo(ClusterState.INCOMPLETE);
        assertThat(v.reason()).contains("the processes are not one MPI program", "rank 0 cut off",
                "clock of n2 not measured after the run");
    }

    @Test
    void anInterruptOverridesEveryOtherReason() {
        assertThat(LaunchVerdict.of(true, 1, List.of(), Set.of(), List.of(), true))
                .isEqualTo(new LaunchVerdict(ClusterState.INTERRUPTED, "interrupted"));
    }
}
