package runbench.schedule.policy;

/**
 * Fittest gangs by what each moved in the latest quantum that it ran: quick to follow a change, and fooled by each
 * burst.
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
