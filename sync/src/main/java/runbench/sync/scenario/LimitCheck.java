package runbench.sync.scenario;

/**
 * A value of a scenario and its limit.
 *
 * @param name name with unit
 * @param value the value
 * @param bound kind of limit
 * @param limit limit; NaN for {@link Bound#TOLD}
 */
public record LimitCheck(String name, double value, Bound bound, double limit) {
    /** The kind of limit; {@code TOLD} is a value without a limit. */
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

    /** Returns whether the limit is kept; NaN keeps none. */
    public boolean kept() {
        return switch (bound) {
            case AT_MOST -> value <= limit;
            case AT_LEAST -> value >= limit;
            case TOLD -> true;
        };
    }
}
