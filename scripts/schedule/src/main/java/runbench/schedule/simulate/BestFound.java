package runbench.schedule.simulate;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.schedule.contention.Contention;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.WorkloadProgram;

/**
 * The best schedules that a search with all the future known has found: each was simulated as those of the policies
 * are, so they can be reached; that there is no better one is not proven. Programs in the background are stopped until
 * the others have ended, as for the bound.
 *
 * @param meanTurnaroundSeconds of those judged, in the one with the shortest
 * @param makespanSeconds of the one with the shortest; most often another one
 * @param turnaroundGain mean turnaround saved beside the Linux-like policy, as a share of that one's; NaN where that
 *     was not asked for
 * @param makespanGain the same of the makespan
 */
public record BestFound(double meanTurnaroundSeconds, double makespanSeconds, double turnaroundGain,
        double makespanGain) {
    /** Of more there are too many sets. */
    public static final int MOST_PROGRAMS = 8;

    /**
     * The shortest mean turnaround and makespan, s, beside no other policy; empty where more programs than
     * {@link #MOST_PROGRAMS} are judged, or they take too long to search.
     */
    static Optional<BestFound> of(Workload workload, Contention contention, SimulationSettings settings) {
        List<WorkloadProgram> programs = workload.programs();
        int[] judged = IntStream.range(0, programs.size()).filter(p -> !programs.get(p).background()).toArray();
        if (judged.length > MOST_PROGRAMS) {
            return Optional.empty();
        }
        double turnaround = Double.POSITIVE_INFINITY;
        double makespan = Double.POSITIVE_INFINITY;
        for (Outlook.Aim aim : Outlook.Aim.values()) {
            Optional<int[]> plan = new ScheduleSearch(IntStream.of(judged).mapToObj(programs::get).toList(), contention,
                    settings, aim).plan();
            if (plan.isEmpty()) {
                return Optional.empty();
            }
            ScheduleOutcome outcome = Simulation.run(workload, contention, new PlannedSchedule(plan.get(), judged),
                    settings, null);
            turnaround = Math.min(turnaround, outcome.meanTurnaroundSeconds());
            makespan = Math.min(makespan, outcome.makespanSeconds());
        }
        return Optional.of(new BestFound(turnaround, makespan, Double.NaN, Double.NaN));
    }

    /**
     * With the policies' schedules looked at, too: one of these may be better. @param turnaround of the Linux-like one,
     * s @param makespan of it, s
     */
    BestFound among(List<PolicyResult> results, double turnaround, double makespan) {
        double bestTurnaround = results.stream()
                .mapToDouble(PolicyResult::meanTurnaroundSeconds)
                .reduce(meanTurnaroundSeconds, Math::min);
        double bestMakespan = results.stream()
                .mapToDouble(PolicyResult::makespanSeconds)
                .reduce(makespanSeconds, Math::min);
        return new BestFound(bestTurnaround, bestMakespan, (turnaround - bestTurnaround) / turnaround,
                (makespan - bestMakespan) / makespan);
    }
}
