package runbench.schedule.simulate;

import java.util.List;

/**
 * What came of a workload under a policy.
 *
 * @param policy as it is typed
 * @param programs in the order of the workload
 * @param makespanSeconds until the last one that is judged had ended
 * @param sustained what memory carries at most
 * @param quanta decisions that were taken
 */
public record ScheduleOutcome(String policy, List<ProgramOutcome> programs, double makespanSeconds, double sustained,
        long quanta) {
    public ScheduleOutcome {
        programs = List.copyOf(programs);
    }

    /** Those that are judged: not in the background. */
    public List<ProgramOutcome> judged() {
        return programs.stream().filter(p -> !p.background()).toList();
    }

    /** Mean over those judged. */
    public double meanTurnaroundSeconds() {
        return judged().stream().mapToDouble(ProgramOutcome::turnaroundSeconds).average().orElse(Double.NaN);
    }

    /** Mean over those judged. */
    public double meanSlowdown() {
        return judged().stream().mapToDouble(ProgramOutcome::slowdown).average().orElse(Double.NaN);
    }

    /** The worst of those judged. */
    public double maxSlowdown() {
        return judged().stream().mapToDouble(ProgramOutcome::slowdown).max().orElse(Double.NaN);
    }

    /**
     * Jain's index of those judged, by their speed beside alone: 1 when all are slowed alike, 1/n when one has
     * everything.
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

    /** Share of what memory could have carried in that time, of all programs together. */
    public double utilisation() {
        return programs.stream().mapToDouble(ProgramOutcome::traffic).sum() / (sustained * makespanSeconds);
    }

    /** Threads that came onto another CPU than they had. */
    public long migrations() {
        return programs.stream().mapToLong(ProgramOutcome::migrations).sum();
    }
}
