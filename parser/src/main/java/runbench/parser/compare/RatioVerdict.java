package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.record.Labeled;

/** What B is against A in one quantity. */
public enum RatioVerdict implements Labeled {
    BETTER("better"), WORSE("worse"),
    /** More, of a quantity of which that is neither good nor bad. */
    HIGHER("higher"), LOWER("lower"),
    /** The whole interval lies within the margin: what difference there may be does not matter. */
    SAME("same"),
    /** Neither: more runs would tell. Not the same as {@link #SAME}. */
    INCONCLUSIVE("inconclusive");

    private final String label;

    RatioVerdict(String label) {
        this.label = label;
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }

    /** True where there is a difference that may matter. */
    public boolean different() {
        return this != SAME && this != INCONCLUSIVE;
    }

    /**
     * The interval against the margin. A difference is there where the interval leaves out 1 and reaches beyond the
     * margin.
     *
     * @param ratio B/A; null where there are too few runs for an interval
     * @param margin 0.01: between 1/1.01 and 1.01 is the same
     */
    static RatioVerdict of(RatioInterval ratio, double margin, Direction direction) {
        if (ratio.low() == null) {
            return INCONCLUSIVE;
        }
        if (ratio.low() >= 1 / (1 + margin) && ratio.high() <= 1 + margin) {
            return SAME;
        }
        boolean more = ratio.low() > 1;
        if (!more && ratio.high() >= 1) {
            return INCONCLUSIVE;
        }
        return switch (direction) {
            case NEITHER -> more ? HIGHER : LOWER;
            case HIGHER -> more ? BETTER : WORSE;
            case LOWER -> more ? WORSE : BETTER;
        };
    }
}
