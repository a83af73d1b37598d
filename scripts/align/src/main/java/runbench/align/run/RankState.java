package runbench.align.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** What there is of one rank. */
public enum RankState {
    COMPLETE("complete"),
    /** Its sampler, its node or its disk failed: what was written until then is there. */
    CUT_OFF("cut off"),
    /** It ran, and nothing of it was recorded. */
    NOT_MEASURED("not measured"),
    /** The launcher announced so many ranks, and this one never reported. */
    MISSING("missing");

    private final String word;

    RankState(String word) {
        this.word = word;
    }

    /** In cluster.json, and for a person. */
    @JsonValue
    public String word() {
        return word;
    }
}
