package runbench.sync.scenario;

/**
 * The times of a window's probes.
 *
 * @param bursts number of bursts per window
 * @param exchanges number of exchanges per burst
 * @param windowNanos time from the first burst to the last, ns
 * @param spacingNanos pause between a reply and the next probe of a burst, ns
 */
public record ScenarioPlan(int bursts, int exchanges, long windowNanos, long spacingNanos) {
    /** Plan for the offset: 16 bursts of 64 over 4 s. */
    public static final ScenarioPlan OFFSET = new ScenarioPlan(16, 64, 4_000_000_000L, 0);
    /** Plan for the rate: the same spread over 10 s. */
    public static final ScenarioPlan SLOPE = new ScenarioPlan(16, 64, 10_000_000_000L, 0);

    public long burstBegins(int burst) {
        // The last burst is at the end, where the offset holds.
        return bursts == 1 ? 0 : windowNanos * burst / (bursts - 1);
    }
}
