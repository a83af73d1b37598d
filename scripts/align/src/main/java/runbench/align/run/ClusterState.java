package runbench.align.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** How far a run on many nodes has come. */
public enum ClusterState {
    /** Begun, and not ended by anyone who could write it down. */
    RUNNING("running"), FINISHED("finished"),
    /** It ended, but a rank, a node or a window is missing. */
    INCOMPLETE("incomplete"),
    /** The program, or its launcher, failed. */
    FAILED("failed"), INTERRUPTED("interrupted");

    private final String word;

    ClusterState(String word) {
        this.word = word;
    }

    /** In cluster.json, and for a person. */
    @JsonValue
    public String word() {
        return word;
    }
}
