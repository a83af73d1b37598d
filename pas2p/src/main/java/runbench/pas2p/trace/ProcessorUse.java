package runbench.pas2p.trace;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import runbench.base.quantity.Units;

/**
 * The processor use of a rank since MPI_Init, as counted by its kernel. On a busy machine, or with more ranks than
 * processors, a runnable rank waits for a processor, and its times are subject to chance.
 *
 * @param rank rank in MPI_COMM_WORLD
 * @param wallS duration of this count, s
 * @param runS time on a processor, s
 * @param waitS time runnable without a processor, s
 * @param involuntary number of involuntary context switches
 * @param stealS time of all processors of its node that the hypervisor gave to other guests, s
 * @param processors number of processors of its node
 */
public record ProcessorUse(int rank, @JsonProperty("wall_s") double wallS, @JsonProperty("run_s") double runS,
        @JsonProperty("wait_s") double waitS, long involuntary, @JsonProperty("steal_s") double stealS,
        int processors) {
    /** Share of the run below which waiting for a processor is not reported. */
    private static final double MIN_WAIT_SHARE = 0.02;
    private static final double NEARLY_ALL = 0.9;
    /** Share of the run in which other programs had the ranks' processors, above which times are not the program's. */
    private static final double DISTURBED_SHARE = 0.1;

    /**
     * Reads the trailer of a rank's file; empty: the kernel did not report the values, or the file has no end.
     *
     * @param name "cpu" or "cpu_measured"
     */
    public static Optional<ProcessorUse> of(int rank, JsonNode trailer, String name) {
        JsonNode cpu = trailer.path(name);
        return cpu.path("wall_ns").asLong() <= 0 ? Optional.empty()
                : Optional.of(
                        new ProcessorUse(rank, cpu.path("wall_ns").asLong() / 1e9, cpu.path("run_ns").asLong() / 1e9,
                                cpu.path("wait_ns").asLong() / 1e9, cpu.path("involuntary").asLong(),
                                cpu.path("steal_ns").asLong() / 1e9, cpu.path("processors").asInt()));
    }

    /** Returns the share of the wanted processor time that the rank had. */
    public double had() {
        return runS + waitS <= 0 ? 1 : runS / (runS + waitS);
    }

    /** Returns whether the rank ran much less than it could. */
    public boolean lacked() {
        return isShort(runS, waitS, wallS);
    }

    /**
     * Returns whether a rank ran much less than it could.
     *
     * @param ranS time on a processor, s
     * @param waitedS time runnable without a processor, s
     * @param duringS duration of the count, s
     */
    public static boolean isShort(double ranS, double waitedS, double duringS) {
        return waitedS > MIN_WAIT_SHARE * duringS && ranS < NEARLY_ALL * (ranS + waitedS);
    }

    /**
     * Returns a remark for readers of times; empty: ranks had their processors.
     *
     * @param did "traced" or "measured"
     */
    public static Optional<String> busy(List<ProcessorUse> ranks, String did) {
        if (ranks == null || ranks.isEmpty()) {
            return Optional.empty();
        }
        List<ProcessorUse> lacking = ranks.stream()
                .filter(ProcessorUse::lacked)
                .sorted(Comparator.comparingDouble(ProcessorUse::had))
                .toList();
        ProcessorUse stolen = ranks.stream().max(Comparator.comparingDouble(ProcessorUse::stolen)).orElseThrow();
        if (lacking.isEmpty() && stolen.stolen() <= MIN_WAIT_SHARE) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(did).append(" while the machine was busy: ");
        if (!lacking.isEmpty()) {
            ProcessorUse worst = lacking.get(0);
            text.append("rank ")
                    .append(worst.rank)
                    .append(" had its CPU ")
                    .append(Units.percent(worst.had()))
                    .append(" of the time it wanted it");
            text.append(lacking.size() == 1 ? ""
                    : ", and " + (lacking.size() - 1) + " more of " + ranks.size() + " ranks less than "
                            + Units.percent(NEARLY_ALL));
            text.append(ranks.size() > worst.processors && worst.processors > 0
                    ? " (" + ranks.size() + " ranks, " + worst.processors + " processors)"
                    : "");
        }
        if (stolen.stolen() > MIN_WAIT_SHARE) {
            text.append(lacking.isEmpty() ? "" : "; ")
                    .append("the hypervisor gave ")
                    .append(Units.percent(stolen.stolen()))
                    .append(" of the processors to others");
        }
        return Optional.of(text.toString());
    }

    /**
     * Returns why times are not those of the program alone; empty: they are, or waits are not known.
     *
     * @param did "traced" or "measured"
     */
    public static Optional<String> disturbed(List<ProcessorUse> ranks, String did) {
        double share = takenByOthers(ranks);
        return share <= DISTURBED_SHARE ? Optional.empty()
                : Optional.of("ranks waited " + Units.percent(share)
                        + " of the time for processors that other programs used while this was " + did);
    }

    /**
     * Returns the share of the run in which ranks waited for processors that other programs used, 0..1. Ranks that
     * share processors with each other wait, too, but then they use these processors fully.
     */
    static double takenByOthers(List<ProcessorUse> ranks) {
        if (ranks == null || ranks.isEmpty()) {
            return 0;
        }
        double wall = ranks.stream().mapToDouble(ProcessorUse::wallS).sum();
        double run = ranks.stream().mapToDouble(ProcessorUse::runS).sum();
        double wait = ranks.stream().mapToDouble(ProcessorUse::waitS).sum();
        double used = Math.max(1, ranks.get(0).processors) / (double) ranks.size();
        double free = wall <= 0 ? 0 : 1 - run / (wall * Math.min(1, used));
        double stolen = ranks.stream().mapToDouble(ProcessorUse::stolen).max().orElse(0);
        return Math.max(stolen, Math.max(0, Math.min(wait / wall, free)));
    }

    /**
     * Returns that ranks waited for processors, for readers of transfer efficiencies; empty: they did not, or waits are
     * not known.
     */
    public static Optional<String> shared(List<ProcessorUse> ranks) {
        if (ranks.stream().noneMatch(ProcessorUse::lacked)) {
            return Optional.empty();
        }
        double wall = ranks.stream().mapToDouble(ProcessorUse::wallS).sum();
        double wait = ranks.stream().mapToDouble(ProcessorUse::waitS).sum();
        return Optional.of("processors were shared: ranks waited " + Units.percent(wait / wall)
                + " of the time for one (" + Units.counted(ranks.size(), "rank") + ", "
                + Units.counted(ranks.get(0).processors, "processor")
                + "); a low transfer efficiency contains these waits, not only the network");
    }

    private double stolen() {
        return wallS <= 0 || processors <= 0 ? 0 : stealS / (wallS * processors);
    }
}
