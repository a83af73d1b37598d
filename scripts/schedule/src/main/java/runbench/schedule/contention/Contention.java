package runbench.schedule.contention;

import runbench.schedule.profile.TrafficUnit;

/** How fast threads are that run at the same time, beside how fast each would be alone. */
public interface Contention {
    /** The unit of traffic that this was calibrated in. */
    TrafficUnit unit();

    /** What memory carries at most, sustained. */
    double sustained();

    /**
     * The speeds of the first {@code count} threads when they run at once, each above 0 and at most 1, where 1 is
     * alone. No array is kept, none is made: simulations ask a million times a second.
     *
     * @param demand traffic that each thread makes when alone
     * @param waiting share of its time alone, from 0 to 1, in which it waits for memory
     */
    void speeds(int count, double[] demand, double[] waiting, double[] speeds);
}
