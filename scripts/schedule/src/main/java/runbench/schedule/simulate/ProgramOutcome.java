package runbench.schedule.simulate;

/**
 * The result of one program in a simulation.
 *
 * @param name name in the workload
 * @param background true if it only ran until the others had ended
 * @param threads number of threads
 * @param arrivalSeconds arrival
 * @param aloneSeconds time with the machine to itself
 * @param endSeconds end; for background programs the end of the schedule
 * @param rounds number of executions; fractions count for background programs
 * @param cpuSeconds CPU time of all threads
 * @param traffic transferred amount, in the unit of traffic times seconds
 * @param switches number of starts of a thread on a CPU that another thread used before
 * @param migrations number of starts of a thread on a CPU other than its last one
 */
public record ProgramOutcome(String name, boolean background, int threads, double arrivalSeconds, double aloneSeconds,
        double endSeconds, double rounds, double cpuSeconds, double traffic, long switches, long migrations) {
    /** Returns the time from arrival to end. */
    public double turnaroundSeconds() {
        return endSeconds - arrivalSeconds;
    }

    /** Returns the turnaround relative to the time alone. */
    public double slowdown() {
        return turnaroundSeconds() / aloneSeconds;
    }
}
