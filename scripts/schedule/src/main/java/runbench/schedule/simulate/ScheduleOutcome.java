package runbench.schedule.simulate;

import java.util.List;

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
        List<ProgramOutcome> judged = judged();
        double sum = 0;
        double squares = 0;
        for (ProgramOutcome p : judged) {
            double speed = 1 / p.slowdown();
            sum += speed;
            squares += speed * speed;
        }
        return sum * sum / (judged.size() * squares);
    }

    /** Returns the traffic of all programs as a share of the sustained bandwidth. */
    public double utilisation() {
        return programs.stream().mapToDouble(ProgramOutcome::traffic).sum() / (sustained * makespanSeconds);
    }

    /** Returns the number of thread migrations. */
    public long migrations() {
        return programs.stream().mapToLong(ProgramOutcome::migrations).sum();
    }
}
