package runbench.sync.scenario;

/**
 * One figure of a scenario and what it must be.
 *
 * @param name  what, with its unit
 * @param value what it was
 * @param bound how it is limited
 * @param limit to what; NaN where it is only told
 */
public record Check(String name, double value, Bound bound, double limit) {
    /** How a figure is limited. */
    public enum Bound { AT_MOST, AT_LEAST, TOLD }

    static Check atMost(String name, double value, double limit) {
        return new Check(name, value, Bound.AT_MOST, limit);
    }

    static Check atLeast(String name, double value, double limit) {
        return new Check(name, value, Bound.AT_LEAST, limit);
    }

    static Check told(String name, double value) {
        return new Check(name, value, Bound.TOLD, Double.NaN);
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
