package runbench.align.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** The state of a run on many nodes. */
public enum ClusterState {
    /** Started; no end is recorded. */
    RUNNING("running"), FINISHED("finished"),
    /** Ended, but the data of a rank, a node or a clock window is missing. */
    INCOMPLETE("incomplete"),
    /** The program or its launcher failed. */
    FAILED("failed"), INTERRUPTED("interrupted");

    private final String word;

    ClusterState(String word) {
        this.word = word;
    }

    /** Returns the name in cluster.json, also for display. */
    @JsonValue
    public String word() {
        return word;
    }
}
