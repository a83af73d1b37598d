package runbench.schedule.contention;

import runbench.schedule.profile.TrafficUnit;

/** A model of the speed of threads that run simultaneously and share memory. */
public interface Contention {
    /** Returns the unit of traffic in which the model was calibrated. */
    TrafficUnit unit();

    /** Returns the sustained memory bandwidth, in {@link #unit}. */
    double sustained();

    /**
     * Computes the speeds of the first {@code count} threads when they run simultaneously. A speed is above 0 and at
     * most 1, where 1 is the speed of the thread alone. The method allocates nothing, because simulations call it a
     * million times a second.
     *
     * @param count number of threads
     * @param demand traffic of each thread when it runs alone, in {@link #unit}
     * @param waiting share of each thread's time alone, 0..1, that it waits for memory
     * @param speeds receives the result; only the first {@code count} elements are written
     */
    void speeds(int count, double[] demand, double[] waiting, double[] speeds);
}
