package runbench.schedule.simulate;

/**
 * How a program fared.
 *
 * @param name as in the workload
 * @param background whether it only ran until the others had ended
 * @param threads its gang
 * @param arrivalSeconds when it came
 * @param aloneSeconds how long it takes with the machine to itself
 * @param endSeconds when it ended; for background, when the schedule did
 * @param rounds how often it ran to its end; a background program's part of a round counts as such
 * @param cpuSeconds CPU time of all its threads
 * @param traffic what it moved, in the unit of traffic times seconds
 * @param switches how often a thread of it came onto a CPU that another had before
 * @param migrations how often a thread of it came onto another CPU than it had
 */
public record ProgramOutcome(String name, boolean background, int threads, double arrivalSeconds, double aloneSeconds,
        double endSeconds, double rounds, double cpuSeconds, double traffic, long switches, long migrations) {
    /** From arrival to end. */
    public double turnaroundSeconds() {
        return endSeconds - arrivalSeconds;
    }

    /** How many times as long as alone. */
    public double slowdown() {
        return turnaroundSeconds() / aloneSeconds;
    }
}
