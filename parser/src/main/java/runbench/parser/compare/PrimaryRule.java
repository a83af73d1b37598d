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

    /**
     * Applies the rule to the warm-up runs of all programs.
     *
     * @param programs summaries of each program, at least two lists, which may be empty
     */
    public static PrimaryRule of(List<List<RunSummary>> programs) {
        return ofShares(
                programs.stream().map(p -> p.stream().mapToDouble(PrimaryRule::runnableShare).toArray()).toList(),
                programs.stream().flatMap(List::stream).allMatch(PrimaryRule::hasReadyTimes));
    }

    /**
     * Applies the rule to runnable shares.
     *
     * @param programs shares of each program's runs; NaN if unknown
     * @param hasReadyTimes whether the shares include the time in which a task was ready for a CPU
     */
    static PrimaryRule ofShares(List<double[]> programs, boolean hasReadyTimes) {
        double[] medians = programs.stream()
                .mapToDouble(p -> Statistics.median(DoubleStream.of(p).filter(Double::isFinite).toArray()))
                .toArray();
        if (DoubleStream.of(medians).anyMatch(Double::isNaN)) {
            return new PrimaryRule(Measurand.WALL.name(), "no earlier run shows whether the programs wait");
        }
        String shares = IntStream.range(0, medians.length)
                .mapToObj(i -> String.format(Locale.ROOT, i == 0 ? "%s " + (hasReadyTimes ? "could run" : "ran")
                        + " for %.0f %% of its wall time" : "%s for %.0f %%", ComparisonFamily.name(i),
                        100 * medians[i]))
                .collect(Collectors.joining(", "));
        if (DoubleStream.of(medians).max().orElseThrow() > MAX_RUNNABLE) {
            return new PrimaryRule(Measurand.WALL.name(), shares + ": tasks run in parallel");
        }
        return DoubleStream.of(medians).min().orElseThrow() < MIN_RUNNABLE
                ? new PrimaryRule(Measurand.WALL.name(),
                        shares + (hasReadyTimes ? ": a program waits"
                                : ": a program waits or shares its CPU (--switches distinguishes them)"))
                : new PrimaryRule(Measurand.CPU.name(), shares + (medians.length == 2 ? ": both" : ": all") + " hardly wait");
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
