package runbench.schedule.contention;

import java.util.List;
import java.util.Map;

/**
 * Who slows whom: {@code runbench interference}.
 *
 * @param machine host, processor, microcode, kernel
 * @param madeUtc ISO 8601
 * @param rounds that were complete; 0: nothing was measured
 * @param interrupted whether more were asked for
 * @param load of the machine before it began (1-minute average); negative where it is not known
 * @param cells each program beside each, itself too (a second copy)
 * @param model by which it is predicted; null without
 * @param error null where nothing was both measured and predicted
 * @param notes what a person has to know to read it right
 */
public record Interference(Map<String, String> machine, String madeUtc, int rounds, boolean interrupted, double load,
        List<InterferingProgram> programs, List<SlowedBy> cells, ContentionModel model, PredictionError error,
        List<String> notes) {
    /** That of one program beside another. */
    public SlowedBy cell(String victim, String beside) {
        return cells.stream()
                .filter(c -> c.victim().equals(victim) && c.beside().equals(beside))
                .findFirst()
                .orElseThrow();
    }
}
