package runbench.align.view;

import java.util.List;
import runbench.align.run.ClusterState;

/**
 * Program, counters and end of a run.
 *
 * @param program name of the program
 * @param command command as typed
 * @param launcher program that started the ranks
 * @param mpi MPI implementation; null: no messages were traced
 * @param hosts hosts in the order of the ranks
 * @param startedUtc start time
 * @param periodNs requested sampling period, ns
 * @param machine processors without duplicates
 * @param sources count sources: "pmu", "software"; see {@link runbench.parser.record.EventInfo.CountSource}
 * @param notCounted requested events that were not counted, with reasons
 * @param state state of the run
 * @param reason reason why it is incomplete; null: it is complete
 * @param remarks notes on damage and on data that the analysis could not use
 */
public record Heading(String program, List<String> command, String launcher, String mpi, List<String> hosts,
        String startedUtc, long periodNs, List<String> machine, List<String> sources, List<NotCounted> notCounted,
        ClusterState state, String reason, List<String> remarks) {
    /**
     * An event without counts on some ranks.
     *
     * @param event name of the event
     * @param ranks the ranks
     * @param why the reason
     */
    public record NotCounted(String event, List<Integer> ranks, String why) {}

    /** Returns whether every rank is present from its start to its end. */
    public boolean complete() {
        return state == ClusterState.FINISHED;
    }
}
