package runbench.sync.scenario;

/**
 * One figure of a scenario and what it must be.
 *
 * @param name what, with its unit
 * @param value what it was
 * @param bound how it is limited
 * @param limit to what; NaN where it is only reported
 */
public record LimitCheck(String name, double value, Bound bound, double limit) {
    /** How a figure is limited. */
    public enum Bound {
        AT_MOST, AT_LEAST, TOLD
    }

    static LimitCheck atMost(String name, double value, double limit) {
        return new LimitCheck(name, value, Bound.AT_MOST, limit);
    }

    static LimitCheck atLeast(String name, double value, double limit) {
        return new LimitCheck(name, value, Bound.AT_LEAST, limit);
    }

    static LimitCheck reported(String name, double value) {
        return new LimitCheck(name, value, Bound.TOLD, Double.NaN);
    }

    /** Whether the limit is kept; no number keeps none. */
    public boolean kept() {
        return switch (bound) {
            case AT_MOST -> value <= limit;
            case AT_LEAST -> value >= limit;
            case TOLD -> true;
        };
    }
}
