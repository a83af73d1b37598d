package runbench.schedule.simulate;

import java.util.List;

/**
 * A workload under a policy; means over the seeds where anything is drawn.
 *
 * @param policy as it is typed
 * @param meanTurnaroundSeconds of the programs that are judged
 * @param makespanSeconds until the last of them had ended
 * @param turnaroundGain mean turnaround saved beside the Linux-like policy, as a share of that one's; below 0 where it
 *     is longer, NaN where that policy was not asked for
 * @param makespanGain the same of the makespan
 * @param meanSlowdown turnaround beside alone, of those judged
 * @param maxSlowdown the worst of them
 * @param fairness Jain's index of their speeds beside alone
 * @param utilisation share of the sustained bandwidth that all programs moved
 * @param migrations threads that came onto another CPU
 * @param quanta decisions that were taken
 * @param programs of the first seed
 */
public record PolicyResult(String policy, double meanTurnaroundSeconds, double makespanSeconds, double turnaroundGain,
        double makespanGain, double meanSlowdown, double maxSlowdown, double fairness, double utilisation,
        double migrations, double quanta, List<ProgramOutcome> programs) {
    public PolicyResult {
        programs = List.copyOf(programs);
    }
}
