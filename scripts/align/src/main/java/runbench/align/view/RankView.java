package runbench.align.view;

import runbench.align.run.RankState;
import runbench.align.traces.Alignment;
import runbench.base.timeline.StatedError;

/**
 * One rank.
 *
 * @param rank the rank
 * @param host its host
 * @param how alignment of its clock; {@link Alignment.How#NOT_ALIGNED}: unknown, its start is drawn at the start of the
 *     run and it must not be compared with others
 * @param alignedWhy reason why it is not aligned; null: it is
 * @param state state of its recording
 * @param why reason for any state except complete; null: unknown
 * @param wholeNode its recording covers all tasks on its node
 * @param startS start of its recording, else of its trace, s; NaN: no data
 * @param endS its end, s; NaN: no data
 * @param samples number of samples
 * @param lost number of lost samples; negative: unknown
 * @param error error of its clock along the run; null: the reference's own clock or unknown
 * @param worst largest of these errors; null likewise
 * @param incomparable reason why its times must not be compared with other ranks' at the width of a bucket; null: they
 *     may
 */
public record RankView(int rank, String host, Alignment.How how, String alignedWhy, RankState state, String why,
        boolean wholeNode, double startS, double endS, long samples, long lost, SyncError error, StatedError worst,
        String incomparable) {
    /** Returns whether the relation of its clock to the reference is known. */
    public boolean aligned() {
        return how != Alignment.How.NOT_ALIGNED;
    }

    /** Returns a label such as "3 · n1". */
    public String label() {
        return host.isEmpty() ? Integer.toString(rank) : rank + " · " + host;
    }
}
