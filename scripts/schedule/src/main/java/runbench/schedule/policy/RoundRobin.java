package runbench.schedule.policy;

/**
 * Runs whole programs in turn, regardless of their traffic: the first of the waiting list, then the longest waiting
 * ones that still fit. The gain of another policy over this one comes from its use of bandwidth, not from running a
 * program's threads together.
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
