package runbench.schedule.policy;

/**
 * The state that a scheduler sees at the start of a quantum. Programs are identified by their number in the workload,
 * from 0. Traffic is in the workload's unit (bytes per second or transactions per microsecond), summed over all threads
 * of a program.
 */
public interface Candidates {
    /** Returns the number of programs that have arrived and have not ended. */
    int count();

    /**
     * Returns the number of one of these programs, in ascending order.
     *
     * @param index from 0 to below {@link #count}
     */
    int program(int index);

    /** Returns the number of the program's threads; each requires a CPU of its own. */
    int threads(int program);

    /** Returns the number of CPUs. */
    int cpus();

    /** Returns the number of quanta before this one. */
    long quantum();

    /**
     * Returns the traffic over the latest quantum in which the program ran, per time that it ran; NaN before its first
     * run.
     */
    double latestTraffic(int program);

    /**
     * Returns the traffic that the program would generate alone from its current position, according to its profile;
     * NaN without a profile.
     */
    double aloneTraffic(int program);

    /** Returns the sustained memory bandwidth in the workload's unit. */
    double sustainedTraffic();
}
