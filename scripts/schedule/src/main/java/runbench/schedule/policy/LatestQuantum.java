package runbench.schedule.policy;

/**
 * Selects the fittest gangs by their traffic in the latest quantum in which they ran. It follows changes quickly, but
 * bursts mislead it.
 */
final class LatestQuantum extends FittestGangs {
    static final String NAME = "latest-quantum";

    LatestQuantum(boolean byProfile) {
        super(NAME, false, byProfile);
    }

    @Override
    double expected(Candidates c, int program) {
        return c.latestTraffic(program);
    }
}
