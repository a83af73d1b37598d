package runbench.schedule.simulate;

/**
 * The gains of a policy over the Linux-like policy across the workloads of a set, as shares.
 *
 * @param policy name as typed
 * @param least minimum gain in mean turnaround
 * @param mean mean gain in mean turnaround
 * @param most maximum gain in mean turnaround
 * @param worse number of workloads with a loss in mean turnaround
 * @param makespanLeast minimum gain in makespan
 * @param makespanMean mean gain in makespan
 * @param makespanMost maximum gain in makespan
 */
public record PolicySummary(String policy, double least, double mean, double most, int worse, double makespanLeast,
        double makespanMean, double makespanMost) {}
