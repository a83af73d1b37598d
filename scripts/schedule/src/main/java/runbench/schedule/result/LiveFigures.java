package runbench.schedule.result;

import java.util.List;

/**
 * The result of one run in a comparison of policies.
 *
 * @param policy name of the policy
 * @param repetition number of the repetition, from 1
 * @param folder folder of the run, relative to the comparison's
 * @param succeeded true if all judged programs succeeded and the run was not interrupted
 * @param makespanSeconds time until the last judged program ended
 * @param meanSlowdown mean slow-down; null if unknown
 * @param maxSlowdown maximum slow-down; null if unknown
 * @param fairness Jain's index; null if unknown
 * @param seconds turnaround of each judged program
 */
public record LiveFigures(String policy, int repetition, String folder, boolean succeeded, double makespanSeconds,
        Double meanSlowdown, Double maxSlowdown, Double fairness, List<ProgramSeconds> seconds) {
    public LiveFigures {
        seconds = List.copyOf(seconds);
    }

    /**
     * The turnaround of a program.
     *
     * @param program name of the program
     * @param seconds time from arrival to end
     */
    public record ProgramSeconds(String program, double seconds) {}

    public static LiveFigures of(String policy, int repetition, String folder, LiveResult r) {
        return new LiveFigures(policy, repetition, folder, r.succeeded() && !r.interrupted(), r.makespanSeconds(),
                r.meanSlowdown(), r.maxSlowdown(), r.fairness(),
                r.judged().stream().map(p -> new ProgramSeconds(p.name(), p.seconds())).toList());
    }
}
