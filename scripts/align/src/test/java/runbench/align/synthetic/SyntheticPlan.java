package runbench.align.synthetic;

/**
 * What to make up.
 *
 * @param ranks at least 1
 * @param hosts over which ranks are dealt in blocks; the first is the reference
 * @param samples of each rank
 * @param periodNanos between them, of true time
 * @param cycles of the program, in each of which every rank computes, sends to its neighbour and meets all others in a
 *     barrier; 0: no messages are traced
 * @param driftPpm of the host that drifts most; the others between 0 and that, in both directions
 * @param intervalNanos half of what the models guarantee
 * @param seed of everything random
 */
public record SyntheticPlan(int ranks, int hosts, long samples, long periodNanos, int cycles, double driftPpm,
        long intervalNanos, long seed) {
    /** Four ranks on two hosts for two seconds. */
    public static final SyntheticPlan SMALL = new SyntheticPlan(4, 2, 200, 10_000_000, 20, 180, 5_000, 1);

    public SyntheticPlan {
        if (ranks < 1 || hosts < 1 || hosts > ranks || samples < 2 || cycles < 0) {
            throw new IllegalArgumentException("at least a rank, a rank a host, two samples");
        }
    }

    public long runNanos() {
        return samples * periodNanos;
    }

    public long cycleNanos() {
        return runNanos() / Math.max(1, cycles);
    }
}
