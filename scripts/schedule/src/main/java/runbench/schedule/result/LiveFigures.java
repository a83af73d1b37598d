package runbench.schedule.result;

import java.util.List;

/**
 * What one run of a comparison is worth.
 *
 * @param repetition from 1
 * @param folder within that of the comparison
 * @param seconds of each program that is judged
 */
public record LiveFigures(String policy, int repetition, String folder, boolean succeeded, double makespanSeconds,
        Double meanSlowdown, Double maxSlowdown, Double fairness, List<ProgramSeconds> seconds) {
    public LiveFigures {
        seconds = List.copyOf(seconds);
    }

    /** From arrival to end. */
    public record ProgramSeconds(String program, double seconds) {}

    public static LiveFigures of(String policy, int repetition, String folder, LiveResult r) {
        return new LiveFigures(policy, repetition, folder, r.succeeded() && !r.interrupted(), r.makespanSeconds(),
                r.meanSlowdown(), r.maxSlowdown(), r.fairness(),
                r.judged().stream().map(p -> new ProgramSeconds(p.name(), p.seconds())).toList());
    }
}
