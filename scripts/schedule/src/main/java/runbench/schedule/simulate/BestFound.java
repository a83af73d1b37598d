package runbench.schedule.simulate;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.schedule.contention.Contention;
import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.simulate.ScheduleStudy.PolicyResult;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * The best schedules that a search with full knowledge of the future found. Each is simulated like those of the
 * policies, so it is achievable; a better one may exist. Background programs are stopped until the others have ended,
 * as for the bound.
 *
 * @param meanTurnaroundSeconds shortest mean turnaround of the judged programs
 * @param makespanSeconds shortest makespan, usually of a different schedule
 * @param turnaroundGain reduction of the mean turnaround relative to the Linux-like policy; NaN if that policy was not
 *     simulated
 * @param makespanGain reduction of the makespan relative to the Linux-like policy; NaN if that policy was not simulated
 */
public record BestFound(double meanTurnaroundSeconds, double makespanSeconds, double turnaroundGain,
        double makespanGain) {
    /** Maximum number of programs; the number of sets grows exponentially. */
    public static final int MOST_PROGRAMS = 8;

    /**
     * Searches the shortest mean turnaround and makespan. The gains are NaN.
     *
     * @return empty if more than {@link #MOST_PROGRAMS} programs are judged or the search would take too long
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
     * Includes the policies' schedules, because one of them may be better.
     *
     * @param results results of the policies
     * @param turnaround mean turnaround of the Linux-like policy, s
     * @param makespan makespan of the Linux-like policy, s
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

    /**
     * Runs whole programs according to a plan, quantum by quantum. After its end, the programs that fit run in the
     * order of the workload.
     */
    static final class PlannedSchedule implements SchedulingPolicy {
        private final int[] plan;
        private final int[] programs;
        private int next;

        /**
         * Creates a policy.
         *
         * @param plan bit mask of the programs in each quantum
         * @param programs number in the workload of each bit
         */
        PlannedSchedule(int[] plan, int[] programs) {
            this.plan = plan.clone();
            this.programs = programs.clone();
        }

        @Override
        public String name() {
            return "planned";
        }

        @Override
        public void decide(Candidates c, Decision decision) {
            int present = present(c);
            if (present == 0) {
                return;
            }
            int set = next < plan.length ? plan[next++] & present : 0;
            run(c, decision, set == 0 ? present : set);
        }

        private int present(Candidates c) {
            int present = 0;
            int at = 0;
            for (int i = 0; i < programs.length; i++) {
                while (at < c.count() && c.program(at) < programs[i]) {
                    at++;
                }
                present |= at < c.count() && c.program(at) == programs[i] ? 1 << i : 0;
            }
            return present;
        }

        private void run(Candidates c, Decision decision, int set) {
            int free = c.cpus();
            for (int i = 0; i < programs.length; i++) {
                int wanted = Math.min(c.threads(programs[i]), c.cpus());
                if ((set >> i & 1) == 1 && wanted <= free) {
                    decision.run(programs[i], wanted);
                    free -= wanted;
                }
            }
        }
    }
}
