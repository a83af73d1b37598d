package runbench.align.view;

import runbench.align.run.RankState;
import runbench.align.traces.Alignment;
import runbench.base.timeline.StatedError;

/**
 * One rank.
 *
 * @param how its time came onto the axis; {@link Alignment.How#NOT_ALIGNED}: nobody knows, its start is drawn at the
 *     start of the run and it must not be compared with others
 * @param alignedWhy why it is not aligned; null where it is
 * @param state of its recording
 * @param why the reason for any state but complete; null where nobody knows
 * @param wholeNode its recording is of all that ran on its node
 * @param startS where its recording (else its trace) begins; NaN: nothing of it is there
 * @param endS where it ends
 * @param samples in its recording
 * @param lost samples; negative: not known
 * @param error of its clock along the run; null where it is the reference's own or not known
 * @param worst the worst of these; null likewise
 * @param incomparable why its times must not be held against other ranks' in buckets as they are drawn: nobody knows
 *     its clock, or not so finely; null where they may
 */
public record RankView(int rank, String host, Alignment.How how, String alignedWhy, RankState state, String why,
        boolean wholeNode, double startS, double endS, long samples, long lost, SyncError error, StatedError worst,
        String incomparable) {
    /** False where nobody knows how its clock relates to the reference's. */
    public boolean aligned() {
        return how != Alignment.How.NOT_ALIGNED;
    }

    /** "3 · n1". */
    public String label() {
        return host.isEmpty() ? Integer.toString(rank) : rank + " · " + host;
    }
}
