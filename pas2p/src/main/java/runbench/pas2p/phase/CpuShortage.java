package runbench.pas2p.phase;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Units;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.ProcessorUse;

/**
 * A rank that ran much less than it could while it computed. Its times outside MPI are no property of the program.
 *
 * @param rank rank in MPI_COMM_WORLD
 * @param ready true: the rank was ready to run and waited for a CPU, as its kernel counted; false: its CPU time is far
 *     below its time outside MPI, and the kernel did not count waiting
 * @param ranShare CPU time outside MPI as a share of the time in which the rank could have run, 0..1
 * @param lostS time outside MPI without a CPU, s
 */
public record CpuShortage(int rank, boolean ready, @JsonProperty("ran_share") double ranShare,
        @JsonProperty("lost_s") double lostS) {
    /** Share of the time outside MPI below which the CPU time is far too short, if the kernel counted no waiting. */
    private static final double MIN_RAN_SHARE = 0.5;
    /** Share of the time outside MPI from which counted waiting is reported. */
    private static final double MIN_WAIT_SHARE = 0.1;
    /** Share of a rank's wall time below which its time outside MPI is too short for a statement. */
    private static final double MIN_BUSY_SHARE = 0.05;
    private static final int NAMED = 8;

    /** Returns the ranks that lacked CPU time, the greatest lack first; empty with unknown CPU times. */
    static List<CpuShortage> of(MpiTrace trace, List<RankTime> run) {
        if (run.stream().noneMatch(t -> t.cpuNanos() > 0)) {
            return List.of();
        }
        Map<Integer, ProcessorUse> uses = uses(trace);
        return run.stream()
                .flatMap(time -> of(time, uses.get(time.rank())).stream())
                .sorted(Comparator.comparingDouble(CpuShortage::ranShare))
                .toList();
    }

    private static Map<Integer, ProcessorUse> uses(MpiTrace trace) {
        return trace.processorUse().stream().collect(Collectors.toMap(ProcessorUse::rank, Function.identity()));
    }

    /**
     * Returns the minimum time outside MPI in which a rank was ready to run without a CPU, s. A rank that polls inside
     * MPI is ready to run as well, so its time there without a CPU may contain counted waits.
     */
    private static double waited(RankTime time, ProcessorUse use) {
        double lost = (time.busyNanos() - time.cpuNanos()) / 1e9;
        double elsewhere = Math.max(0, use.wallS() - use.runS() - lost);
        return Math.max(0, Math.min(lost, use.waitS() - elsewhere));
    }

    private static Optional<CpuShortage> of(RankTime time, ProcessorUse use) {
        double busy = time.busyNanos() / 1e9;
        double cpu = time.cpuNanos() / 1e9;
        double lost = busy - cpu;
        if (busy < MIN_BUSY_SHARE * time.wallNanos() / 1e9 || lost <= 0) {
            return Optional.empty();
        }
        if (use == null) {
            return cpu < MIN_RAN_SHARE * busy ? Optional.of(new CpuShortage(time.rank(), false, cpu / busy, lost))
                    : Optional.empty();
        }
        double waited = waited(time, use);
        return waited > MIN_WAIT_SHARE * busy && ProcessorUse.isShort(cpu, waited, busy)
                ? Optional.of(new CpuShortage(time.rank(), true, cpu / (cpu + waited), waited))
                : Optional.empty();
    }

    /**
     * Returns the share of each rank's time outside MPI without a CPU in which the rank waited for a CPU, 0..1. In the
     * rest of that time the program itself slept or waited for something else.
     */
    static Map<Integer, Double> waitShares(MpiTrace trace, List<RankTime> run) {
        Map<Integer, ProcessorUse> uses = uses(trace);
        return run.stream()
                .filter(t -> uses.containsKey(t.rank()) && t.busyNanos() > t.cpuNanos())
                .collect(Collectors.toMap(RankTime::rank,
                        t -> waited(t, uses.get(t.rank())) * 1e9 / (t.busyNanos() - t.cpuNanos())));
    }

    /** Returns the sentence about all ranks without a full stop; empty if no rank lacked CPU time. */
    public static Optional<String> text(List<CpuShortage> ranks) {
        List<String> sentences = Stream.of(true, false)
                .map(ready -> ranks.stream().filter(r -> r.ready == ready).toList())
                .filter(same -> !same.isEmpty())
                .map(CpuShortage::sentence)
                .toList();
        return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences));
    }

    /** Returns the sentence about ranks with the same cause. */
    private static String sentence(List<CpuShortage> ranks) {
        boolean one = ranks.size() == 1;
        String named = ranks.stream()
                .map(CpuShortage::rank)
                .sorted()
                .limit(NAMED)
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        String who = one ? "rank " + named + " was"
                : "ranks " + named + (ranks.size() > NAMED ? " and " + (ranks.size() - NAMED) + " more" : "") + " were";
        String share = range(ranks, CpuShortage::ranShare, Units::percent);
        String lost = range(ranks, CpuShortage::lostS, Units::seconds);
        return ranks.get(0).ready
                ? who + " starved of CPU: outside MPI " + (one ? "it" : "they") + " ran " + share
                        + " of the time in which " + (one ? "it was" : "they were") + " ready to run, and waited "
                        + lost + " for a CPU (in wall times, but not in the comparison of ranks)"
                : who + " starved of CPU or blocked (waiting for a CPU was not counted): outside MPI "
                        + (one ? "it" : "they") + " ran " + share + " of the time, and had no CPU for " + lost;
    }

    private static String range(List<CpuShortage> ranks, ToDoubleFunction<CpuShortage> value,
            DoubleFunction<String> words) {
        DoubleSummaryStatistics all = ranks.stream().mapToDouble(value).summaryStatistics();
        String least = words.apply(all.getMin());
        String most = words.apply(all.getMax());
        return least.equals(most) ? least : least + " to " + most;
    }
}
