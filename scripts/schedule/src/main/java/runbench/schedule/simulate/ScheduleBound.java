package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.WorkloadProgram;

/**
 * What no schedule can beat, whoever makes it: lower bounds, not schedules; the best that is possible may lie above.
 * CPUs and memory are taken as if they could be divided at will, and programs in the background as if they could be
 * stopped until the others have ended.
 *
 * @param makespanSeconds until the last of those judged has ended: the longest alone, their CPU time over all CPUs,
 *     what they move over what memory carries
 * @param meanTurnaroundSeconds of those judged: their times alone, or, where all come at once, the same two resources
 *     given to one program after the other, the smallest first
 */
public record ScheduleBound(double makespanSeconds, double meanTurnaroundSeconds) {
    /** @param sustained what memory carries, in the workload's unit */
    public static ScheduleBound of(Workload workload, int cpus, double sustained) {
        List<WorkloadProgram> judged = workload.programs().stream().filter(p -> !p.background()).toList();
        ToDoubleFunction<WorkloadProgram> alone = p -> p.profile().orElseThrow().aloneSeconds();
        double[] processing = judged.stream().mapToDouble(p -> alone.applyAsDouble(p) * p.threads() / cpus).toArray();
        double[] moving = judged.stream().mapToDouble(p -> moved(p.profile().orElseThrow()) / sustained).toArray();
        double first = judged.stream().mapToDouble(WorkloadProgram::arrivalSeconds).min().orElse(0);
        double longest = judged.stream().mapToDouble(p -> p.arrivalSeconds() + alone.applyAsDouble(p)).max().orElse(0);
        boolean atOnce = judged.stream().allMatch(p -> p.arrivalSeconds() == first);
        double mean = judged.stream().mapToDouble(alone).average().orElse(0);
        return new ScheduleBound(
                Math.max(longest, first + Math.max(Arrays.stream(processing).sum(), Arrays.stream(moving).sum())),
                atOnce ? Math.max(mean, Math.max(smallestFirst(processing), smallestFirst(moving))) : mean);
    }

    private static double moved(BandwidthProfile profile) {
        return profile.steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum();
    }

    /** The least mean completion time on one resource. */
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
