package runbench.measure.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.process.ExitStatus;

/**
 * The final state of a run.
 *
 * @param state the state
 * @param reason reason for the user; null: none
 */
record LaunchVerdict(ClusterState state, String reason) {
    /**
     * Determines the final state.
     *
     * @param status exit status of the launcher; null: it was not started
     * @param left ranks that exited with status 0 without MPI_Finalize
     * @param connected false: the traces do not belong to one MPI_COMM_WORLD of all ranks
     */
    static LaunchVerdict of(boolean interrupted, Integer status, List<RankRecord> ranks, Set<Integer> left,
            List<ClusterRecord.Window> windows, boolean connected) {
        boolean failed = status == null || status != 0;
        // A launcher that returns success has accepted the exit statuses of its ranks.
        String missing = missing(failed ? RankEnds.failed(ranks, left) : RankEnds.killed(ranks, left), ranks, windows,
                connected);
        if (interrupted) {
            return new LaunchVerdict(ClusterState.INTERRUPTED, "interrupted");
        }
        if (ranks.isEmpty()) {
            return new LaunchVerdict(ClusterState.FAILED,
                    NoRank.WORDS + (failed ? "; the launcher ended with " + ending(status) : ""));
        }
        if (failed) {
            return new LaunchVerdict(ClusterState.FAILED,
                    "the launcher ended with " + ending(status) + (missing.isEmpty() ? "" : "; " + missing));
        }
        return missing.isEmpty() ? new LaunchVerdict(ClusterState.FINISHED, null)
                : new LaunchVerdict(ClusterState.INCOMPLETE, missing);
    }

    private static String ending(Integer status) {
        return "status " + status
                + (status != null && ExitStatus.signal(status).isPresent()
                        ? " (signal " + ExitStatus.signal(status).getAsInt() + ")"
                        : "");
    }

    /** Returns the reasons why a run is incomplete; empty if it is complete. */
    private static String missing(List<String> ends, List<RankRecord> ranks, List<ClusterRecord.Window> windows,
            boolean connected) {
        List<String> all = new ArrayList<>(ends);
        if (!connected) {
            all.add("the processes are not one MPI program");
        }
        for (RankState state : List.of(RankState.CUT_OFF, RankState.NOT_MEASURED, RankState.MISSING)) {
            List<String> of = ranks.stream()
                    .filter(r -> r.state() == state)
                    .map(r -> Integer.toString(r.rank()))
                    .toList();
            if (!of.isEmpty()) {
                all.add((of.size() == 1 ? "rank " : "ranks ") + String.join(", ", of) + " " + state.word());
            }
        }
        for (ClusterRecord.Window window : windows) {
            window.failed()
                    .forEach(f -> all
                            .add("clock of " + f.host() + " not measured " + window.when().word() + " the run"));
        }
        return String.join("; ", all);
    }
}
