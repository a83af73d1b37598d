package runbench.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;

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
