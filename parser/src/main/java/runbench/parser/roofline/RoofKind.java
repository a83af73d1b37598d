package runbench.parser.roofline;

import com.fasterxml.jackson.annotation.JsonValue;

/** The quantity that a roof limits. */
public enum RoofKind {
    OPERATIONS("FLOP/s"), BANDWIDTH("B/s");

    private final String unit;

    RoofKind(String unit) {
        this.unit = unit;
    }

    @JsonValue
    public String unit() {
        return unit;
    }
}
