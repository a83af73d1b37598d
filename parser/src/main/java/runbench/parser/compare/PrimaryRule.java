package runbench.parser.compare;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.parser.record.Metadata.RecordedAxis;
import runbench.parser.stats.RunSummary;

/**
 * The rule that chooses the primary quantity before the pairs are run. CPU time varies less than wall time on a shared
 * machine, but it omits waiting and adds up parallel tasks. It decides only if the warm-up shows that no program does
 * much of either.
 *
 * @param name name of the chosen quantity
 * @param reason why the rule chose it
 */
public record PrimaryRule(String name, String reason) {
    /** Minimum runnable share of a program that hardly waits. */
    static final double MIN_RUNNABLE = 0.9;
    /** Maximum runnable share of a program that runs one task at a time. */
    static final double MAX_RUNNABLE = 1.1;
    /** Maximum number of programs of which each share is listed. */
    private static final int MAX_LISTED = 3;

    /**
     * Applies the rule to the warm-up runs of all programs.
     *
     * @param names name of each program, at least one
     * @param programs summaries of each program; the lists may be empty
     */
    public static PrimaryRule of(List<String> names, List<List<RunSummary>> programs) {
        return ofShares(names,
                programs.stream().map(p -> p.stream().mapToDouble(PrimaryRule::runnableShare).toArray()).toList(),
                programs.stream().flatMap(List::stream).allMatch(PrimaryRule::hasReadyTimes));
    }

    /**
     * Applies the rule to runnable shares.
     *
     * @param names name of each program, at least one
     * @param programs shares of each program's runs; NaN if unknown
     * @param hasReadyTimes whether the shares include the time in which a task was ready for a CPU
     */
    static PrimaryRule ofShares(List<String> names, List<double[]> programs, boolean hasReadyTimes) {
        double[] medians = programs.stream()
                .mapToDouble(p -> Statistics.median(DoubleStream.of(p).filter(Double::isFinite).toArray()))
                .toArray();
        if (DoubleStream.of(medians).anyMatch(Double::isNaN)) {
            return new PrimaryRule(Measurand.WALL.name(), "no earlier run shows whether the programs wait");
        }
        double least = DoubleStream.of(medians).min().orElseThrow();
        double most = DoubleStream.of(medians).max().orElseThrow();
        String ran = hasReadyTimes ? "could run" : "ran";
        String shares = medians.length > MAX_LISTED
                ? String.format(Locale.ROOT, "all %s for %.0f to %.0f %% of their wall time", ran, 100 * least,
                        100 * most)
                : names.get(0) + " " + ran
                        + String.format(Locale.ROOT, " for %.0f %% of its wall time", 100 * medians[0])
                        + IntStream.range(1, medians.length)
                                .mapToObj(i -> String.format(Locale.ROOT, ", %s for %.0f %%", names.get(i),
                                        100 * medians[i]))
                                .collect(Collectors.joining());
        if (most > MAX_RUNNABLE) {
            return new PrimaryRule(Measurand.WALL.name(), shares + ": tasks run in parallel");
        }
        return least < MIN_RUNNABLE
                ? new PrimaryRule(Measurand.WALL.name(),
                        shares + (hasReadyTimes ? ": a program waits"
                                : ": a program waits or shares its CPU (--switches distinguishes them)"))
                : new PrimaryRule(Measurand.CPU.name(), shares + (medians.length == 1 ? ": it hardly waits"
                        : (medians.length == 2 ? ": both" : ": all") + " hardly wait"));
    }

    /**
     * Returns the time in which the tasks of a run were on a CPU or ready for one, as a share of the wall time. Without
     * ready times it is the running time alone, a lower bound. It is not the CPU time, which includes the start of the
     * program: that of a very short one exceeds its wall time. NaN if the share is unknown.
     */
    static double runnableShare(RunSummary s) {
        if (!s.axis().is(RecordedAxis.RUN_TIME) || s.wallS() <= 0) {
            return Double.NaN;
        }
        if (hasReadyTimes(s)) {
            return s.scheduling().stream().mapToDouble(t -> t.onCpuS() + t.readyS()).sum() / s.wallS();
        }
        return s.runS() == null ? Double.NaN : s.runS() / s.wallS();
    }

    private static boolean hasReadyTimes(RunSummary s) {
        return s.scheduling() != null && s.scheduling().size() == s.taskCount();
    }
}
