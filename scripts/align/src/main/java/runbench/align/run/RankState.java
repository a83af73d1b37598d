package runbench.align.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** The state of the data of one rank. */
public enum RankState {
    COMPLETE("complete"),
    /** Its sampler, node or disk failed: data up to the failure is kept. */
    CUT_OFF("cut off"),
    /** It ran, but nothing was recorded. */
    NOT_MEASURED("not measured"),
    /** The launcher announced it, but it never reported. */
    MISSING("missing");

    private final String word;

    RankState(String word) {
        this.word = word;
    }

    /** Returns the name in cluster.json, also for display. */
    @JsonValue
    public String word() {
        return word;
    }
}
