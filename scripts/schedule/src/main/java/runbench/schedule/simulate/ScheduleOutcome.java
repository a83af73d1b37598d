package runbench.schedule.simulate;

import java.util.List;
import runbench.schedule.result.LiveResult;

/**
 * The result of a workload under a policy.
 *
 * @param policy name as typed
 * @param programs results in the order of the workload
 * @param makespanSeconds time until the last judged program ended
 * @param sustained sustained memory bandwidth
 * @param quanta number of decisions
 */
public record ScheduleOutcome(String policy, List<ProgramOutcome> programs, double makespanSeconds, double sustained,
        long quanta) {
    public ScheduleOutcome {
        programs = List.copyOf(programs);
    }

    /** Returns the judged programs, which are those not in the background. */
    public List<ProgramOutcome> judged() {
        return programs.stream().filter(p -> !p.background()).toList();
    }

    /** Returns the mean turnaround of the judged programs; NaN if there are none. */
    public double meanTurnaroundSeconds() {
        return judged().stream().mapToDouble(ProgramOutcome::turnaroundSeconds).average().orElse(Double.NaN);
    }

    /** Returns the mean slow-down of the judged programs; NaN if there are none. */
    public double meanSlowdown() {
        return judged().stream().mapToDouble(ProgramOutcome::slowdown).average().orElse(Double.NaN);
    }

    /** Returns the maximum slow-down of the judged programs; NaN if there are none. */
    public double maxSlowdown() {
        return judged().stream().mapToDouble(ProgramOutcome::slowdown).max().orElse(Double.NaN);
    }

    /**
     * Returns Jain's fairness index of the judged programs' speeds relative to alone: 1 if all are slowed equally, 1/n
     * if one has all resources.
     */
    public double fairness() {
        return LiveResult.jain(judged().stream().mapToDouble(ProgramOutcome::slowdown).toArray());
    }

    /** Returns the traffic of all programs as a share of the sustained bandwidth. */
    public double utilisation() {
        return programs.stream().mapToDouble(ProgramOutcome::traffic).sum() / (sustained * makespanSeconds);
    }

    /** Returns the number of thread migrations. */
    public long migrations() {
        return programs.stream().mapToLong(ProgramOutcome::migrations).sum();
    }

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
    public record ProgramOutcome(String name, boolean background, int threads, double arrivalSeconds,
            double aloneSeconds, double endSeconds, double rounds, double cpuSeconds, double traffic, long switches,
            long migrations) {
        /** Returns the time from arrival to end. */
        public double turnaroundSeconds() {
            return endSeconds - arrivalSeconds;
        }

        /** Returns the turnaround relative to the time alone. */
        public double slowdown() {
            return turnaroundSeconds() / aloneSeconds;
        }
    }
}
