package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Lower bounds that no schedule can beat; the true optimum may be higher. The bounds assume that CPUs and memory are
 * arbitrarily divisible and that background programs stop until the others have ended.
 *
 * @param makespanSeconds bound of the makespan: the largest of the longest time alone, the total CPU time over all
 *     CPUs, and the total traffic over the sustained bandwidth
 * @param meanTurnaroundSeconds bound of the mean turnaround: the mean time alone or, if all programs arrive together,
 *     the mean completion time when each of the two resources serves the smallest program first
 */
public record ScheduleBound(double makespanSeconds, double meanTurnaroundSeconds) {
    /**
     * Returns the bounds of a workload.
     *
     * @param workload programs with profiles
     * @param cpus number of CPUs
     * @param sustained sustained bandwidth in the workload's unit
     */
    public static ScheduleBound of(Workload workload, int cpus, double sustained) {
        List<WorkloadProgram> judged = workload.programs().stream().filter(p -> !p.background()).toList();
        ToDoubleFunction<WorkloadProgram> alone = p -> p.profile().orElseThrow().aloneSeconds();
        double[] processing = judged.stream().mapToDouble(p -> alone.applyAsDouble(p) * p.threads() / cpus).toArray();
        double[] moving = judged.stream().mapToDouble(p -> moved(p.profile().orElseThrow()) / sustained).toArray();
        double first = judged.stream().mapToDouble(WorkloadProgram::arrivalSeconds).min().orElse(0);
        double longest = judged.stream().mapToDouble(p -> p.arrivalSeconds() + alone.applyAsDouble(p)).max().orElse(0);
        boolean simultaneous = judged.stream().allMatch(p -> p.arrivalSeconds() == first);
        double mean = judged.stream().mapToDouble(alone).average().orElse(0);
        return new ScheduleBound(
                Math.max(longest, first + Math.max(Arrays.stream(processing).sum(), Arrays.stream(moving).sum())),
                simultaneous ? Math.max(mean, Math.max(smallestFirst(processing), smallestFirst(moving))) : mean);
    }

    private static double moved(BandwidthProfile profile) {
        return profile.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum();
    }

    /** Returns the minimum mean completion time on one resource. */
    private static double smallestFirst(double[] sizes) {
        double[] sorted = sizes.clone();
        Arrays.sort(sorted);
        double end = 0;
        double sum = 0;
        for (double size : sorted) {
            end += size;
            sum += end;
        }
        return sum / sizes.length;
    }
}
