package runbench.schedule.policy;

/**
 * What policies can be set to.
 *
 * @param window quanta over which traffic is averaged, at least 1
 * @param curve from a workload's ideal average bandwidth to where the scheduler aims
 * @param target share of what memory carries that throttled programs may ask for together, above 0
 * @param seed of what is drawn
 * @param byProfile whether those that choose by traffic go by what a program asks for alone, where its profile tells,
 *     instead of by what it was seen to get beside others
 * @param orderKept whether the Linux-like one goes through each CPU's queue in the same order again and again, as with
 *     one epoch for all CPUs, instead of one that is drawn anew each round
 */
public record PolicySettings(int window, ReferenceCurve curve, double target, long seed, boolean byProfile,
        boolean orderKept) {
    /** A window of five quanta, the published curve, nine tenths of the bandwidth, seed 1. */
    public static final PolicySettings USUAL = new PolicySettings(5, ReferenceCurve.PUBLISHED, 0.9, 1, false, false);

    public PolicySettings {
        if (window < 1 || !(target > 0)) {
            throw new IllegalArgumentException("window " + window + ", target " + target);
        }
    }

    public PolicySettings withCurve(ReferenceCurve other) {
        return new PolicySettings(window, other, target, seed, byProfile, orderKept);
    }

    public PolicySettings withSeed(long other) {
        return new PolicySettings(window, curve, target, other, byProfile, orderKept);
    }

    /** Those that choose by traffic go by profiles, where there are any. */
    public PolicySettings knowingProfiles() {
        return new PolicySettings(window, curve, target, seed, true, orderKept);
    }
}
