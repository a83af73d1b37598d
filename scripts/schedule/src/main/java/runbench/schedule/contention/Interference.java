package runbench.schedule.contention;

import java.util.List;
import java.util.Map;
import runbench.base.stats.Interval;

/**
 * The result of {@code runbench schedule interference}: slow-downs of programs by each other.
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

    /**
     * One of the programs of an interference measurement.
     *
     * @param name unique name
     * @param label description of the program that actually ran
     * @param aloneSeconds CPU time alone, median, in seconds; NaN if it did not run
     * @param spread relative spread of that time over the rounds, from minimum to maximum
     * @param running share of its wall time alone, 0..1, in which it had a CPU, median; NaN if it did not run
     * @param demand memory demand; null if unknown
     */
    public record InterferingProgram(String name, String label, double aloneSeconds, double spread, double running,
            ProgramDemand demand) {}

    /**
     * The slow-down of one program by another.
     *
     * @param victim name of the slowed program
     * @param beside name of the competing program
     * @param measured median over the rounds, each relative to the victim alone in the same round; NaN if not measured
     * @param interval confidence interval; null with too few rounds
     * @param rounds number of measured rounds
     * @param predicted slow-down that the model predicts from both demands; NaN if unknown
     * @param inconclusive true if the interval contains 1 or is unknown, so that a slow-down is not proven
     */
    public record SlowedBy(String victim, String beside, double measured, Interval interval, int rounds,
            double predicted, boolean inconclusive) {
        /** Returns the measured slow-down, or the predicted one if it was not measured. */
        public double best() {
            return Double.isNaN(measured) ? predicted : measured;
        }
    }

    /**
     * The errors of predicted slow-downs.
     *
     * @param pairs number of pairs with a measurement and a prediction
     * @param median median of predicted / measured - 1
     *
     * @param worst maximum of predicted / measured - 1
     *
     * @param unslowed median error of the trivial prediction that no program is slowed; a useful model is below it
     * @param worstUnslowed maximum error of that trivial prediction
     */
    public record PredictionError(int pairs, double median, double worst, double unslowed, double worstUnslowed) {}
}
