package runbench.align.view;

import java.util.List;
import runbench.pas2p.efficiency.Efficiencies;

/**
 * A row of the phase table: what all ranks did in a phase, all its occurrences together. NaN and null: not known, see
 * the notes.
 *
 * @param label "P1"; "others", or "outside" any phase: before the first and after the last
 * @param description what ranks do in it
 * @param occurrences how often it occurs; 0 for what is no phase
 * @param timeS of the run, s: from the last rank's entry to the last rank's exit, summed over occurrences
 * @param predictedS what a signature says that it takes, s; NaN: none was given, or it does not say
 * @param share of the run, 0..1
 * @param rankMeanS wall time of a rank in it, mean over ranks, s
 * @param rankMaxS of the rank with most, s
 * @param busyMeanS wall time outside MPI, mean over ranks, s
 * @param busyMaxS of the rank with most, s
 * @param imbalance busyMaxS / busyMeanS - 1: how much longer the others wait for the slowest than if work were spread
 *     evenly
 * @param criticalRank the rank with most time outside MPI; -1: none
 * @param mpiShare of the ranks' time in it that they spent inside MPI, 0..1
 * @param stretchS how long a rank stays in it at a time, mean, s
 * @param belowPeriod that is less than a sampling period: counts are divided by time within samples, and say little of
 *     this phase
 * @param counts in it, over all ranks, in the order of the events
 * @param metrics of these counts
 * @param efficiency of the ranks in it; {@link Shares#UNKNOWN} where their clocks do not tell
 */
public record PhaseRow(String label, String description, long occurrences, double timeS, double predictedS,
        double share, double rankMeanS, double rankMaxS, double busyMeanS, double busyMaxS, double imbalance,
        int criticalRank, double mpiShare, double stretchS, boolean belowPeriod, List<CountInPhase> counts,
        List<MetricInPhase> metrics, Shares efficiency) {
    /**
     * An event in a phase.
     *
     * @param count all ranks, all occurrences; NaN: not counted
     * @param least the true count is not less: that of the samples that lie in the phase as a whole; NaN likewise
     * @param most nor more: that of all samples that touch it; NaN likewise
     * @param why it is not known; null where it is
     */
    public record CountInPhase(String event, String unit, double count, double least, double most, String why) {}

    /**
     * The efficiencies of a phase, 0..1; NaN: not known. {@link runbench.pas2p.efficiency.EfficiencyDefinitions} says
     * what each is; the first is the product of the second and the third, the third that of the last two.
     */
    public record Shares(double parallelEfficiency, double loadBalance, double communicationEfficiency,
            double serialisation, double transfer) {
        public static final Shares UNKNOWN = new Shares(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        /** Names of {@link #all}, by which they are defined. */
        public static final List<String> NAMES = List.of("parallel_efficiency", "load_balance",
                "communication_efficiency", "serialisation", "transfer");

        static Shares of(Efficiencies e) {
            return new Shares(e.parallel(), e.loadBalance(), e.communication(), e.serialisation(), e.transfer());
        }

        /** In the order of {@link #NAMES}. */
        public double[] all() {
            return new double[]{parallelEfficiency, loadBalance, communicationEfficiency, serialisation, transfer};
        }

        /** Whether anything is known. */
        public boolean known() {
            return Double.isFinite(parallelEfficiency);
        }
    }

    /**
     * A metric in a phase.
     *
     * @param value NaN: not known
     * @param why it is not known; null where it is
     */
    public record MetricInPhase(String name, String unit, double value, String why) {}
}
