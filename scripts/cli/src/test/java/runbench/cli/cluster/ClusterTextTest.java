package runbench.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.align.view.PhaseRow;

class ClusterTextTest {
    private static ClusterRecord record(ClusterState state, List<RankRecord> ranks,
            List<ClusterRecord.Problem> problems) {
        return new ClusterRecord(ClusterRecord.VERSION, "1", state, "a reason", "app", List.of("app"),
                ClusterRecord.Form.CONSTRUCTOR, "mpirun", null, ranks.size(), false, 1, "2026-01-31T02:10:11Z", null, 0,
                null, ranks, null, null, List.of(), null, problems);
    }

    private static RankRecord rank(int rank, RankState state, String why) {
        return new RankRecord(rank, "n1", "b/1", "ranks/" + rank, null, state, 0, null, why, null, null);
    }

    @Test
    void ranksWithTheSameCauseShareALineAndTheReasonNamesTheirState() {
        ClusterRecord record = record(ClusterState.INCOMPLETE,
                List.of(rank(0, RankState.NOT_MEASURED, "no space left"), rank(1, RankState.COMPLETE, "no end"),
                        rank(2, RankState.NOT_MEASURED, "no space left"), rank(3, RankState.MISSING, "never reported")),
                List.of());
        assertThat(ClusterText.rankDetails(record)).containsExactly("ranks 0, 2: no space left",
                "rank 3: never reported");
    }

    private static PhaseRow phase(double imbalance, int criticalRank) {
        return new PhaseRow("P1", "Allreduce 8 B", 20, 1, Double.NaN, 1, 1, 1, 1, 1 + imbalance, imbalance,
                criticalRank, 0.25, 0.5, false, List.of(), List.of(), PhaseRow.Shares.UNKNOWN);
    }

    @Test
    void rankIsNamedOnlyIfItIsCritical() {
        assertThat(ClusterText.balance(phase(0.3, 2))).startsWith("imbalance 30").contains("(critical rank 2), 25");
        assertThat(ClusterText.balance(phase(0.01, -1))).startsWith("ranks balanced, 25").endsWith(" in MPI");
        assertThat(ClusterText.balance(phase(0.3, -1)))
                .contains("(no critical rank: little time, or not more than occurrences vary)");
        assertThat(ClusterText.balance(phase(Double.NaN, -1))).isEqualTo("no time outside MPI");
    }

    @Test
    void anInterruptedRunNamesTheStateOfEachRank() {
        assertThat(ClusterText.rankDetails(
                record(ClusterState.INTERRUPTED, List.of(rank(0, RankState.CUT_OFF, "killed")), List.of())))
                .containsExactly("rank 0 cut off: killed");
    }

    @Test
    void theProblemThatARankReportedReplacesItsLine() {
        assertThat(ClusterText
                .rankDetails(record(ClusterState.INCOMPLETE, List.of(rank(0, RankState.CUT_OFF, "disk full")),
                        List.of(new ClusterRecord.Problem(0, "n1", "no recording", "disk full", null)))))
                .isEmpty();
    }
}
