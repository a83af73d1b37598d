package runbench.schedule.policy;

/**
 * Everybody once a round, together such that they come near what memory carries at most (what Xu, Wu, Yew 2010 call
 * PBW).
 */
final class PeakBandwidth extends FittestGangs {
    static final String NAME = "pbw";

    PeakBandwidth(boolean byProfile) {
        super(NAME, true, byProfile);
    }

    @Override
    double expected(Candidates c, int program) {
        return c.latestTraffic(program);
    }
}
