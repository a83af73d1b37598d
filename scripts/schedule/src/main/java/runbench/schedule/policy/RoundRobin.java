package runbench.schedule.policy;

/**
 * Whole programs by turns, whatever traffic they make: the first of the waiting list, and whoever waits longest of
 * those that still find room. What a policy gains beside this it gains by bandwidth, not by running a program's threads
 * together.
 */
final class RoundRobin implements SchedulingPolicy {
    static final String NAME = "round-robin";

    private final WaitingList list = new WaitingList();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void decide(Candidates c, Decision decision) {
        list.update(c);
        list.runInTurn(c, decision);
    }
}
