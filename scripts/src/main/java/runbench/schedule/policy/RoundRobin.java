package runbench.schedule.policy;

/**
 * Whole programs by turns, whatever traffic they make: the first of the waiting list, and whoever waits longest of those that still
 * find room. What a policy gains beside this it gains by bandwidth, not by running a program's threads together.
 */
final class RoundRobin extends FittestGangs {
    static final String NAME = "round-robin";

    RoundRobin() {
        super(NAME, false, false);
    }

    @Override
    double expected(Candidates c, int program) {
        return Double.NaN;
    }
}
