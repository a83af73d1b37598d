package runbench.pas2p.phase;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.ProcessorUse;

/**
 * A rank that ran much less than it could while it computed. Its times outside MPI are no property of the program.
 *
 * @param rank rank in MPI_COMM_WORLD
 * @param ready true: the rank was ready to run and waited for a CPU, as its kernel counted; false: its CPU time is far
 *     below its time outside MPI, and the cause is unknown
 * @param ranShare CPU time outside MPI as a share of the time in which the rank could have run, 0..1
 * @param lostS time outside MPI without a CPU, s
 */
public record CpuShortage(int rank, boolean ready, @JsonProperty("ran_share") double ranShare,
        @JsonProperty("lost_s") double lostS) {
    /** Share of the time outside MPI below which the CPU time is far too short, if the kernel counted no waiting. */
    private static final double MIN_RAN_SHARE = 0.5;
    /** Share of a rank's wall time below which its time outside MPI is too short for a statement. */
    private static final double MIN_BUSY_SHARE = 0.05;
    private static final int NAMED = 4;

    /** Returns the ranks that lacked CPU time, the greatest lack first; empty with unknown CPU times. */
    static List<CpuShortage> of(MpiTrace trace, List<RankTime> run) {
        List<CpuShortage> all = new ArrayList<>();
        if (run.stream().anyMatch(t -> t.cpuNanos() > 0)) {
            List<ProcessorUse> uses = trace.processorUse();
            for (RankTime time : run) {
                of(time, uses.stream().filter(u -> u.rank() == time.rank()).findFirst()).ifPresent(all::add);
            }
            all.sort(Comparator.comparingDouble(CpuShortage::ranShare));
        }
        return List.copyOf(all);
    }

    private static Optional<CpuShortage> of(RankTime time, Optional<ProcessorUse> use) {
        double busy = time.busyNanos() / 1e9;
        double cpu = time.cpuNanos() / 1e9;
        double lost = busy - cpu;
        if (busy < MIN_BUSY_SHARE * time.wallNanos() / 1e9 || lost <= 0) {
            return Optional.empty();
        }
        // A rank that polls inside MPI is ready to run as well: only the time outside MPI counts.
        double waited = Math.min(lost, use.map(ProcessorUse::waitS).orElse(0.0));
        if (ProcessorUse.isShort(cpu, waited, busy)) {
            return Optional.of(new CpuShortage(time.rank(), true, cpu / (cpu + waited), waited));
        }
        return cpu < MIN_RAN_SHARE * busy ? Optional.of(new CpuShortage(time.rank(), false, cpu / busy, lost))
                : Optional.empty();
    }

    /** Returns the sentence about one rank without a full stop. */
    public String text() {
        return ready
                ? String.format(Locale.ROOT,
                        "rank %d was starved of CPU: outside MPI it ran %s of the time in which it"
                                + " was ready to run, and waited %s for a CPU",
                        rank, Units.percent(ranShare), Units.seconds(lostS))
                : String.format(Locale.ROOT,
                        "rank %d was starved of CPU or blocked: it ran %s of its time outside MPI," + " %s are missing",
                        rank, Units.percent(ranShare), Units.seconds(lostS));
    }

    /** Returns the sentence about all ranks; empty if no rank lacked CPU time. */
    public static Optional<String> text(List<CpuShortage> ranks) {
        return ranks.isEmpty() ? Optional.empty()
                : Optional.of(ranks.stream().limit(NAMED).map(CpuShortage::text).collect(Collectors.joining("; "))
                        + (ranks.size() <= NAMED ? "" : "; and " + (ranks.size() - NAMED) + " more ranks")
                        + ". Wall times contain this; waiting ranks are compared by CPU time");
    }
}
