package runbench.sync.model;

/**
 * When to synchronise anew. A frequency that wanders like a random walk makes the prediction's error grow as
 * {@code k * t^1.5}; k is learnt from how far each prediction was off when the next window came.
 */
public final class ResyncPolicy {
    /** Errors at least this many times what was seen before are provided for. */
    private static final double CAUTION = 2.5;
    private static final double FORGET = 0.9;
    private static final double SHORTEST_SECONDS = 30;
    private static final double FIRST_SECONDS = 120;
    private static final double LENGTHEN = 1.6;

    private final double toleranceNanos;
    private double growth;
    private double interval = FIRST_SECONDS;

    /** @param toleranceNanos the prediction's error must stay below this */
    public ResyncPolicy(double toleranceNanos) {
        this.toleranceNanos = toleranceNanos;
    }

    /** Whether a window is due so many seconds after the last. */
    public boolean due(double seconds) {
        return seconds >= interval;
    }

    /** Seconds from one window to the next, as things stand. */
    public double intervalSeconds() {
        return interval;
    }

    /** The prediction over so many seconds was off by {@code errorNanos}. */
    public void learn(double seconds, double errorNanos) {
        double seen = Math.abs(errorNanos) / Math.pow(seconds, 1.5);
        growth = Math.max(seen, FORGET * growth);
        double wanted = growth == 0 ? Double.MAX_VALUE : Math.pow(toleranceNanos / (CAUTION * growth), 2 / 3.0);
        interval = Math.max(SHORTEST_SECONDS, Math.min(wanted, LENGTHEN * interval));
    }
}
