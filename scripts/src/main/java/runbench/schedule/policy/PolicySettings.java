package runbench.schedule.policy;

/**
 * What policies can be set to.
 *
 * @param window quanta over which traffic is averaged, at least 1
 * @param curve from a workload's ideal average bandwidth to where the scheduler aims
 * @param target share of what memory carries that throttled programs may ask for together, above 0
 * @param seed of what is drawn
 */
public record PolicySettings(int window, ReferenceCurve curve, double target, long seed) {
    /** A window of five quanta, the published curve, nine tenths of the bandwidth, seed 1. */
    public static final PolicySettings USUAL = new PolicySettings(5, ReferenceCurve.PUBLISHED, 0.9, 1);

    public PolicySettings {
        if (window < 1 || !(target > 0)) {
            throw new IllegalArgumentException("window " + window + ", target " + target);
        }
    }

    public PolicySettings withCurve(ReferenceCurve other) {
        return new PolicySettings(window, other, target, seed);
    }

    public PolicySettings withSeed(long other) {
        return new PolicySettings(window, curve, target, other);
    }
}
