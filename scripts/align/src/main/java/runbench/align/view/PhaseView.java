package runbench.align.view;

import java.util.List;
import runbench.pas2p.phase.CpuShortage;

/**
 * The phases of a run, found from the messages of its ranks.
 *
 * @param kinds phases with the most time, in order of first appearance; spans refer to them by index
 * @param all number of all phases
 * @param coverage share of the run covered by relevant phases, 0..1
 * @param spans one per rank, in order, within the window
 * @param calls states of the ranks within the window
 * @param rows rows of the phase table
 * @param stays durations of the ranks' stays in each kind
 * @param starved ranks that ran much less than they could, the greatest lack first
 * @param notes notes for the reader
 * @param predicted prediction of the whole run by a signature; null: none
 */
public record PhaseView(List<PhaseKind> kinds, int all, double coverage, List<RankPhaseSpans> spans, CallView calls,
        List<PhaseRow> rows, List<PhaseStays> stays, List<CpuShortage> starved, List<String> notes,
        Predicted predicted) {
    /**
     * The whole run, from the last exit from MPI_Init to the last entry into MPI_Finalize, predicted by a signature.
     *
     * @param source file of the signature
     * @param measured the signature was measured, and this is its prediction; otherwise the time of the run from which
     *     it was built
     * @param predictedS predicted time, s
     * @param lowS lower end of the confidence interval, s; NaN: none
     * @param highS upper end, s; NaN: none
     * @param confidence confidence level of the interval
     * @param tookS time of this run, s; NaN: unknown
     * @param notes notes for the reader
     */
    public record Predicted(String source, boolean measured, double predictedS, double lowS, double highS,
            double confidence, double tookS, List<String> notes) {
        /** Returns the error of the prediction relative to the time of this run; NaN: unknown. */
        public double error() {
            return (predictedS - tookS) / tookS;
        }
    }

    /**
     * A phase.
     *
     * @param label "P1": its number in order of first appearance
     * @param description activity of the ranks
     * @param relevant takes at least 1 % of the run
     */
    public record PhaseKind(String label, String description, boolean relevant) {}

    /**
     * The phases of a rank along the run; if shorter than a pixel, divided by share of time.
     *
     * @param rank the rank
     * @param kind indices of the phase kinds; -1: a phase without kind
     * @param startS start times, s
     * @param endS end times, s
     */
    public record RankPhaseSpans(int rank, int[] kind, double[] startS, double[] endS) {}

    /**
     * The states of ranks: computing, or inside an MPI call.
     *
     * @param names names of the states, to which the spans refer by index
     * @param spans one per drawn rank, in order of ranks
     */
    public record CallView(List<String> names, List<RankPhaseSpans> spans) {
        public static final CallView NONE = new CallView(List.of(), List.of());
    }
}
