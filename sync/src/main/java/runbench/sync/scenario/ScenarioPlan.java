package runbench.sync.scenario;

/**
 * When a window's probes are sent.
 *
 * @param bursts bursts a window
 * @param exchanges exchanges a burst
 * @param windowNanos from the first burst of a window to its end
 * @param spacingNanos pause between a reply and the next probe of a burst
 */
public record ScenarioPlan(int bursts, int exchanges, long windowNanos, long spacingNanos) {
    /** For the offset: 16 bursts of 64 over 4 s. */
    public static final ScenarioPlan OFFSET = new ScenarioPlan(16, 64, 4_000_000_000L, 0);
    /** For the rate: the same spread over 10 s. */
    public static final ScenarioPlan SLOPE = new ScenarioPlan(16, 64, 10_000_000_000L, 0);

    public long burstBegins(int burst) {
        // The last burst stands at the end, where the offset is wanted.
        return bursts == 1 ? 0 : windowNanos * burst / (bursts - 1);
    }
}
