package runbench.schedule.policy;

/**
 * Decides quantum by quantum which programs run. One object serves one run, because it can keep a history (a run queue,
 * a window of past quanta). The same sequence of candidates leads to the same decisions.
 */
public interface SchedulingPolicy {
    /** Returns the name that a person types, for example {@code latest-quantum}. */
    String name();

    /**
     * Selects the programs that run in the next quantum.
     *
     * @param candidates programs that are present
     * @param decision receives the selection; all programs are stopped in it on entry
     */
    void decide(Candidates candidates, Decision decision);

    /**
     * The settings of policies.
     *
     * @param window number of quanta over which traffic is averaged, at least 1
     * @param curve curve from a workload's ideal average bandwidth to the scheduler's reference
     * @param target share of the sustained bandwidth for the total traffic of throttled programs, above 0
     * @param seed seed of random choices
     * @param byProfile true if policies that select by traffic use the traffic alone from the profile, where one
     *     exists, instead of the observed traffic
     */
    public record PolicySettings(int window, ReferenceCurve curve, double target, long seed, boolean byProfile) {
        /** The default: a window of five quanta, the published curve, nine tenths of the bandwidth, seed 1. */
        public static final PolicySettings USUAL = new PolicySettings(5, ReferenceCurve.PUBLISHED, 0.9, 1, false);

        public PolicySettings {
            if (window < 1 || !(target > 0)) {
                throw new IllegalArgumentException("window " + window + ", target " + target);
            }
        }

        public PolicySettings withCurve(ReferenceCurve other) {
            return new PolicySettings(window, other, target, seed, byProfile);
        }

        public PolicySettings withSeed(long other) {
            return new PolicySettings(window, curve, target, other, byProfile);
        }
    }
}
