package runbench.measure.cluster;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;

/** Builds the record of a run from its first version and later facts. */
final class RecordDraft {
    private final ClusterRecord begun;
    private ClusterState state;
    private String reason;
    private Integer exitStatus;
    private String endedUtc;
    int size;
    String mpi;
    List<RankRecord> ranks;
    String trace;
    String clocks;
    List<ClusterRecord.Window> windows;
    ClusterRecord.StartAt startAt;
    List<ClusterRecord.Problem> problems;
    String plan;

    RecordDraft(ClusterRecord begun) {
        this.begun = begun;
        state = begun.state();
        reason = begun.reason();
        size = begun.size();
        mpi = begun.mpi();
        ranks = begun.ranks();
        trace = begun.trace();
        clocks = begun.clocks();
        windows = begun.windows();
        startAt = begun.startAt();
        problems = begun.problems();
        plan = begun.plan();
    }

    /**
     * Sets the final state.
     *
     * @param why reason; null: none
     */
    RecordDraft ended(ClusterState how, String why, Integer status) {
        state = how;
        reason = why;
        exitStatus = status;
        endedUtc = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        return this;
    }

    ClusterRecord record() {
        return new ClusterRecord(begun.v(), begun.runbench(), state, reason, begun.program(), begun.command(),
                begun.form(), plan == null ? begun.launcher() : null, mpi, size, begun.perNode(), begun.periodNs(),
                begun.startedUtc(), endedUtc, exitStatus, begun.reference(), ranks, trace, clocks, windows, startAt,
                problems, plan);
    }
}
