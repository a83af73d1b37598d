package runbench.parser.claim;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a run says of a claim. */
public enum ClaimVerdict {
    @JsonProperty("holds") HOLDS("holds"), @JsonProperty("does_not_hold") DOES_NOT_HOLD("does not hold"),
    @JsonProperty("cannot_be_compared") CANNOT_BE_COMPARED("cannot be compared");

    private final String label;

    ClaimVerdict(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
