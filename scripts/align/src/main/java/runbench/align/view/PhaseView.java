package runbench.align.view;

import java.util.List;

/**
 * The phases of a run: what repeats in it, found from the messages of its ranks.
 *
 * @param kinds the phases with most time, in order of first appearance; spans name them by their place here
 * @param all how many phases there are
 * @param coverage share of the run that relevant phases cover, 0..1
 * @param spans one for each rank, in order; within the window
 * @param rows of the phase table
 * @param stays how long ranks stay in each of the kinds at a time
 * @param notes what its reader must know
 * @param predicted what a signature says of the whole run; null: none was given
 */
public record PhaseView(List<PhaseKind> kinds, int all, double coverage, List<RankPhaseSpans> spans,
        List<PhaseRow> rows, List<PhaseStays> stays, List<String> notes, Predicted predicted) {
    /**
     * The whole run, from the last exit from MPI_Init to the last entry of MPI_Finalize, as a signature has it.
     *
     * @param source where the signature lies
     * @param measured it was measured, and this is its prediction; otherwise the time of the run that it was built from
     * @param lowS of the interval; NaN: there is none
     * @param confidence of the interval
     * @param tookS what this run took; NaN: not known
     * @param notes what a reader of the comparison must know
     */
    public record Predicted(String source, boolean measured, double predictedS, double lowS, double highS,
            double confidence, double tookS, List<String> notes) {
        /** Of the prediction, as a share of what it took; NaN: not known. */
        public double error() {
            return (predictedS - tookS) / tookS;
        }
    }

    /**
     * A phase.
     *
     * @param label "P1": its number in order of first appearance
     * @param description what ranks do in it
     * @param relevant takes at least 1 % of the run
     */
    public record PhaseKind(String label, String description, boolean relevant) {}

    /**
     * When a rank was in which phase; shorter than a pixel, by share of time.
     *
     * @param kind place in the kinds; -1: a phase that has no place there
     */
    public record RankPhaseSpans(int rank, int[] kind, double[] startS, double[] endS) {}
}
