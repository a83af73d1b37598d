package runbench.align.view;

import java.util.List;
import runbench.pas2p.efficiency.Efficiencies;

/**
 * A row of the phase table: all ranks and all occurrences of a phase. NaN and null mean unknown, see the notes.
 *
 * @param label "P1"; "others", or "outside": before the first and after the last phase
 * @param description activity of the ranks
 * @param occurrences number of occurrences; 0 if the row is not a phase
 * @param timeS time from the last rank's entry to the last rank's exit, summed over occurrences, s
 * @param predictedS time predicted by a signature, s; NaN: no prediction
 * @param share share of the run, 0..1
 * @param rankMeanS wall time of a rank in the phase, mean over ranks, s
 * @param rankMaxS wall time of the rank with the most, s
 * @param busyMeanS wall time outside MPI, mean over ranks, s
 * @param busyMaxS wall time outside MPI of the rank with the most, s
 * @param imbalance busyMaxS / busyMeanS - 1: the relative waiting time for the slowest rank compared with an even
 *     distribution; without waits for a CPU if a rank was starved of CPU
 * @param criticalRank rank on which the others wait, see {@link runbench.pas2p.phase.RankBalance#criticalRank}; -1:
 *     none
 * @param mpiShare share of the ranks' time inside MPI, 0..1
 * @param stretchS mean duration of one stay of a rank, s
 * @param belowPeriod stays are shorter than a sampling period: counts are divided by time within samples and are
 *     inaccurate for this phase
 * @param counts counts of all ranks, in the order of the events
 * @param metrics metrics of these counts
 * @param efficiency efficiency of the ranks; {@link Shares#UNKNOWN} if their clocks cannot be compared
 */
public record PhaseRow(String label, String description, long occurrences, double timeS, double predictedS,
        double share, double rankMeanS, double rankMaxS, double busyMeanS, double busyMaxS, double imbalance,
        int criticalRank, double mpiShare, double stretchS, boolean belowPeriod, List<CountInPhase> counts,
        List<MetricInPhase> metrics, Shares efficiency) {
    /**
     * An event in a phase.
     *
     * @param event name of the event
     * @param unit unit of the counts
     * @param count count of all ranks and occurrences; NaN: not counted
     * @param least lower bound: samples entirely within the phase; NaN: not counted
     * @param most upper bound: all samples that overlap the phase; NaN: not counted
     * @param why reason why it is unknown; null: it is known
     */
    public record CountInPhase(String event, String unit, double count, double least, double most, String why) {}

    /**
     * The efficiencies of a phase, 0..1; NaN: unknown. {@link runbench.pas2p.efficiency.EfficiencyDefinitions} defines
     * them; the first is the product of the second and the third, the third that of the last two.
     */
    public record Shares(double parallelEfficiency, double loadBalance, double communicationEfficiency,
            double serialisation, double transfer) {
        public static final Shares UNKNOWN = new Shares(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        /** Names of the values of {@link #all}, as in their definitions. */
        public static final List<String> NAMES = List.of("parallel_efficiency", "load_balance",
                "communication_efficiency", "serialisation", "transfer");

        static Shares of(Efficiencies e) {
            return new Shares(e.parallel(), e.loadBalance(), e.communication(), e.serialisation(), e.transfer());
        }

        /** Returns the values in the order of {@link #NAMES}. */
        public double[] all() {
            return new double[]{parallelEfficiency, loadBalance, communicationEfficiency, serialisation, transfer};
        }

        /** Returns whether at least one value is known. */
        public boolean known() {
            return Double.isFinite(parallelEfficiency);
        }
    }

    /**
     * A metric in a phase.
     *
     * @param name name of the metric
     * @param unit unit of the value
     * @param value the value; NaN: unknown
     * @param why reason why it is unknown; null: it is known
     */
    public record MetricInPhase(String name, String unit, double value, String why) {}
}
