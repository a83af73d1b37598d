package runbench.align.traces;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * {@code aligned/index.json}: what of a run stands on the reference's time axis, and how well. Times are ns; a member
 * that is null is not known, or not bounded.
 *
 * @param run its folder
 * @param reference whose CLOCK_MONOTONIC the axis counts
 * @param pairs of hosts; null where there are more than {@value #MOST_PAIRED_HOSTS}: each pair's finest comparison is
 *     the sum of both hosts' intervals
 * @param messages null without a message trace
 * @param barriers null without a message trace
 * @param corrected null where no copy was asked for
 * @param remarks what a reader must know: damage, ranks that are missing
 */
@JsonIgnoreProperties({"format", "version"}) // whoever writes it says them
public record AlignedIndex(int v, String run, String program, AxisReference reference, List<AlignedRank> ranks,
        List<HostPair> pairs, MessageOrders messages, BarrierResiduals barriers, Correction corrected,
        List<String> remarks) {
    public static final int VERSION = 1;
    static final int MOST_PAIRED_HOSTS = 64;

    /** @param realtimeMinusClockNs CLOCK_REALTIME - CLOCK_MONOTONIC there when the run began */
    public record AxisReference(String host, String clock, long realtimeMinusClockNs) {}

    /**
     * One rank.
     *
     * @param how its clock came to the axis: same_clock, model, not_aligned
     * @param why it is not aligned, or has no table; null where nothing is missing
     * @param model file of the model, within the run
     * @param known the least certain way in which its clock was known within its stamps: identity, interpolated,
     *     predicted ...
     * @param errStatNs largest statistical standard error within its stamps
     * @param loNs earliest end of the widest guaranteed interval, relative to a stamp; negative
     * @param firstRefNs its first stamp in the reference's time
     * @param file the table of its recording, within the run
     * @param events the table of its traced calls, within the run
     * @param log the table of what its program logged, within the run; null where it logged nothing
     */
    public record AlignedRank(int rank, String host, String how, String why, String model, String known,
            Double errStatNs, Double loNs, Double hiNs, Long firstRefNs, Long lastRefNs, String file, String events,
            String log) {}

    /**
     * How finely two hosts can be compared.
     *
     * @param bestNs the finest difference that their clocks tell at any of the moments looked at
     * @param worstNs the finest that they tell throughout the run
     */
    public record HostPair(String a, String b, Double bestNs, Double worstNs) {}

    /**
     * A copy of the trace on the reference's axis in which causes come before effects.
     *
     * @param directory of the copy
     * @param messages receives whose ends were moved
     * @param collectives exits from collectives that were moved
     * @param largestNs how far the furthest stamp stands behind its aligned one
     */
    public record Correction(String directory, long messages, long collectives, long largestNs) {}

    /** Whether every rank has its place on the axis. */
    public boolean complete() {
        return ranks.stream().noneMatch(r -> r.how().equals(Alignment.How.NOT_ALIGNED.word()));
    }
}
