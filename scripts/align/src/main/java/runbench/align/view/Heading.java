package runbench.align.view;

import java.util.List;
import runbench.align.run.ClusterState;

/**
 * What ran, who counted, how it ended.
 *
 * @param program its name
 * @param command as it was typed
 * @param launcher what started the ranks
 * @param mpi null: no messages were traced
 * @param hosts where ranks ran, in order of ranks
 * @param startedUtc when
 * @param periodNs sampling period asked for, ns
 * @param machine processors, each once
 * @param sources what counted: "pmu", "software"; see {@link runbench.parser.record.EventInfo.CountSource}
 * @param notCounted events that were asked for, and why they were not counted
 * @param state of the run
 * @param reason why it is not whole; null where it is
 * @param remarks what a reader must know besides: damage, what the analysis could not use
 */
public record Heading(String program, List<String> command, String launcher, String mpi, List<String> hosts,
        String startedUtc, long periodNs, List<String> machine, List<String> sources, List<NotCounted> notCounted,
        ClusterState state, String reason, List<String> remarks) {
    /** An event that has no counts on some ranks. */
    public record NotCounted(String event, List<Integer> ranks, String why) {}

    /** Every rank is there, from its start to its end. */
    public boolean complete() {
        return state == ClusterState.FINISHED;
    }
}
