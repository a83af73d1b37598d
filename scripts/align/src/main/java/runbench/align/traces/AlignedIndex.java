package runbench.align.traces;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * {@code aligned/index.json}: the ranks, files and quality of an aligned run. Times are in ns; null means unknown or
 * unbounded.
 *
 * @param v version of the format
 * @param run folder of the run
 * @param program name of the program
 * @param reference clock of the axis
 * @param ranks the ranks
 * @param pairs resolution between hosts; null for more than {@value #MAX_PAIRED_HOSTS} hosts, where the resolution of a
 *     pair is the sum of both hosts' intervals
 * @param messages check of messages; null without a message trace
 * @param barriers check of barriers; null without a message trace
 * @param corrected corrected copy of the trace; null: none was requested
 * @param remarks notes on damage and missing ranks
 */
@JsonIgnoreProperties({"format", "version"}) // the writer adds these members
public record AlignedIndex(int v, String run, String program, AxisReference reference, List<AlignedRank> ranks,
        List<HostPair> pairs, MessageOrders messages, BarrierResiduals barriers, Correction corrected,
        List<String> remarks) {
    public static final int VERSION = 1;
    static final int MAX_PAIRED_HOSTS = 64;

    /**
     * The clock of the axis.
     *
     * @param host host of the clock
     * @param clock name of the clock
     * @param realtimeMinusClockNs CLOCK_REALTIME - CLOCK_MONOTONIC on that host at the start of the run, ns
     */
    public record AxisReference(String host, String clock, long realtimeMinusClockNs) {}

    /**
     * One rank.
     *
     * @param rank the rank, or the number of the program in the plan
     * @param program name of the program in the plan; absent: it is a rank
     * @param host its host
     * @param how relation of its clock to the axis: same_clock, model, not_aligned
     * @param why reason why it is not aligned or has no table; null: none
     * @param model file of the model, relative to the run's folder
     * @param known the least certain method between its first and last stamp: identity, interpolated, predicted ...
     * @param errStatNs largest statistical standard error of its stamps, ns
     * @param loNs lower end of the widest guaranteed interval relative to a stamp, ns; negative
     * @param firstRefNs first stamp in reference time, ns
     * @param file table of its recording, relative to the run's folder
     * @param events table of its traced calls, relative to the run's folder
     * @param log table of its application log, relative to the run's folder; null: none
     */
    public record AlignedRank(int rank, @JsonInclude(JsonInclude.Include.NON_NULL) String program, String host,
            String how, String why, String model, String known, Double errStatNs, Double loNs, Double hiNs,
            Long firstRefNs, Long lastRefNs, String file, String events, String log) {
        /** Returns its name in texts: "rank 3", or the name of the program. */
        public String title() {
            return program == null ? "rank " + rank : program;
        }
    }

    /**
     * The time resolution between two hosts.
     *
     * @param a a host
     * @param b another host
     * @param bestNs smallest distinguishable difference at the best of the tested instants, ns
     * @param worstNs smallest difference that is distinguishable throughout the run, ns
     */
    public record HostPair(String a, String b, Double bestNs, Double worstNs) {}

    /**
     * A copy of the trace on the reference axis in which causes precede effects.
     *
     * @param directory folder of the copy
     * @param messages number of receives whose end was moved
     * @param collectives number of collective exits that were moved
     * @param largestNs largest correction of a stamp, ns
     */
    public record Correction(String directory, long messages, long collectives, long largestNs) {}

    /** Returns whether every rank is aligned. */
    public boolean complete() {
        return ranks.stream().noneMatch(r -> r.how().equals(Alignment.How.NOT_ALIGNED.word()));
    }
}
