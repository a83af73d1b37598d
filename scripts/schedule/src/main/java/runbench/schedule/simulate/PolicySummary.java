package runbench.schedule.simulate;

/**
 * What a policy gains over the workloads of a set beside the Linux-like one, in shares; as publications have it.
 *
 * @param policy as it is typed
 * @param least of all workloads' gains in mean turnaround
 * @param mean of them
 * @param most of them
 * @param worse workloads that lose
 * @param makespanLeast of all workloads' gains in makespan
 * @param makespanMean of them
 * @param makespanMost of them
 */
public record PolicySummary(String policy, double least, double mean, double most, int worse, double makespanLeast,
        double makespanMean, double makespanMost) {}
