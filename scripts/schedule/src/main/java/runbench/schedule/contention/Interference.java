package runbench.schedule.contention;

import java.util.List;
import java.util.Map;

/**
 * The result of {@code runbench interference}: slow-downs of programs by each other.
 *
 * @param machine host, processor, microcode, kernel
 * @param madeUtc time of the measurement, ISO 8601
 * @param rounds number of complete rounds; 0 if nothing was measured
 * @param interrupted true if the user stopped the measurement early
 * @param load 1-minute load average before the measurement; negative if unknown
 * @param programs the programs
 * @param cells one cell per ordered pair of programs, including a program with a second copy of itself
 * @param model model that gave the predictions; null without predictions
 * @param error prediction error; null if no pair was both measured and predicted
 * @param notes remarks that a reader needs in order to interpret the result
 */
public record Interference(Map<String, String> machine, String madeUtc, int rounds, boolean interrupted, double load,
        List<InterferingProgram> programs, List<SlowedBy> cells, ContentionModel model, PredictionError error,
        List<String> notes) {
    /**
     * Returns the cell of one pair.
     *
     * @param victim name of the slowed program
     * @param beside name of the competing program
     * @throws java.util.NoSuchElementException if the pair was not measured
     */
    public SlowedBy cell(String victim, String beside) {
        return cells.stream()
                .filter(c -> c.victim().equals(victim) && c.beside().equals(beside))
                .findFirst()
                .orElseThrow();
    }
}
