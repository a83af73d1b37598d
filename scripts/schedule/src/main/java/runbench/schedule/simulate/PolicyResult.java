package runbench.schedule.simulate;

import java.util.List;

/**
 * The result of a workload under a policy; means over the seeds for policies with random choices.
 *
 * @param policy name as typed
 * @param meanTurnaroundSeconds mean turnaround of the judged programs
 * @param makespanSeconds time until the last judged program ended
 * @param turnaroundGain reduction of the mean turnaround relative to the Linux-like policy; negative if it is longer,
 *     NaN if that policy was not simulated
 * @param makespanGain reduction of the makespan, likewise
 * @param meanSlowdown mean slow-down of the judged programs
 * @param maxSlowdown maximum slow-down of the judged programs
 * @param fairness Jain's index of the speeds relative to alone
 * @param utilisation traffic of all programs as a share of the sustained bandwidth
 * @param migrations number of thread migrations
 * @param quanta number of decisions
 * @param programs results of the programs with the first seed
 */
public record PolicyResult(String policy, double meanTurnaroundSeconds, double makespanSeconds, double turnaroundGain,
        double makespanGain, double meanSlowdown, double maxSlowdown, double fairness, double utilisation,
        double migrations, double quanta, List<ProgramOutcome> programs) {
    public PolicyResult {
        programs = List.copyOf(programs);
    }
}
