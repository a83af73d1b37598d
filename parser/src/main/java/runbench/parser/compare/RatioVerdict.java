package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.MetricComparison.RatioInterval;
import runbench.parser.record.Labeled;

/** The verdict on B relative to A in one quantity. */
public enum RatioVerdict implements Labeled {
    BETTER("better"), WORSE("worse"),
    /** More of a quantity that has no better direction. */
    HIGHER("higher"), LOWER("lower"),
    /** The whole interval is within the margin: any difference is irrelevant. */
    SAME("same"),
    /** Neither different nor {@link #SAME}: more runs are needed. */
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

    /** Returns whether there is a relevant difference. */
    public boolean different() {
        return this != SAME && this != INCONCLUSIVE;
    }

    /**
     * Returns the verdict of an interval and a margin. B differs if the interval excludes 1 and extends beyond the
     * margin.
     *
     * @param ratio B/A; its ends are null with too few runs
     * @param margin relative margin of equality; with 0.01, ratios between 1/1.01 and 1.01 are the same
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
