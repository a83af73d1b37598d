package runbench.schedule.policy;

/**
 * Runs every program once per round, in groups whose traffic is near the sustained memory bandwidth (PBW in Xu, Wu, Yew
 * 2010).
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
