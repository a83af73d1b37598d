package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.phase.CpuShortage;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.phase.RankBalance;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.phase.TimeBalance;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines.NodeClockError;

/** Prints a phase analysis on a terminal. */
public final class PhaseText {
    private static final int MAX_ROWS = 20;
    private static final int MAX_NAMED = 8;
    /** Share of the run after the last phase from which its receiving ranks are named. */
    private static final double MIN_AFTER = 0.05;

    private PhaseText() {
    }

    /** Prints the run, each phase of the trace, and the time balance. */
    public static void print(Screen out, MpiTrace trace, PhaseAnalysis analysis) {
        printRun(out, trace, analysis);
        printPhases(out, trace, analysis);
        printRanks(out, analysis);
        printBalance(out, analysis);
    }

    /** Prints the content of the trace and the result of matching messages. */
    public static void printRun(PrintWriter out, MpiTrace trace, PhaseAnalysis analysis) {
        String program = PhaseReport.program(trace);
        if (!program.isEmpty()) {
            out.println(program);
        }
        out.printf(Locale.ROOT, "%s, %s (%s, %s, %s), %s%n", locations(trace), Units.counted(trace.events(), "event"),
                Units.counted(trace.sends(), "send"), Units.counted(trace.receives(), "receive"),
                Units.counted(trace.collectives(), "collective"), Units.counted(analysis.sweep().ticks(), "tick"));
        trace.tracingCost().ifPresent(cost -> out.println(cost.text()));
        CpuShortage.text(analysis.cpuShortages()).ifPresent(s -> out.println("note: " + s));
        for (String remark : trace.remarks().stream().limit(MAX_ROWS).toList()) {
            out.println("note: " + remark);
        }
        clocks(out, trace.clocks().errors());
        matching(out, analysis.sweep());
    }

    private static void printPhases(Screen out, MpiTrace trace, PhaseAnalysis analysis) {
        List<Phase> shown = analysis.phases()
                .stream()
                .sorted(Comparator.comparingDouble(analysis::shareOf).reversed())
                .limit(Math.max(MAX_ROWS, analysis.relevantPhases().size()))
                .toList();
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("phase", "name", "ticks", "weight", "mean", "share", "compute", "in MPI",
                "activity of the ranks"));
        for (Phase p : shown) {
            double wall = Math.max(1, p.rankNanos());
            rows.add(TextTable.row(p.label() + (analysis.relevant(p) ? "*" : ""), p.name(), Numbers.count(p.ticks()),
                    Numbers.count(p.weight()), Durations.fourDigits(analysis.meanNanosOf(p)),
                    String.format(Locale.ROOT, "%.2f%%", 100 * analysis.shareOf(p)), percent(p.computeNanos() / wall),
                    percent(p.mpiNanos() / wall), p.activity()));
        }
        out.println();
        out.table(rows);
        counts(out, trace, shown);
        if (shown.size() < analysis.phases().size()) {
            out.printf("      ... %,d more%n", analysis.phases().size() - shown.size());
        }
        out.println(
                "compute: CPU time outside MPI; in MPI: wall time; both relative to the ranks' wall time in the phase");
        out.println("The rest was spent off the CPU; several threads of a rank can exceed 100 %");
    }

    /** Prints the times of the ranks in the relevant phases, and the rank on which the others wait. */
    public static void printRanks(Screen out, PhaseAnalysis analysis) {
        List<Integer> starved = analysis.cpuShortages().stream().map(CpuShortage::rank).toList();
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("phase", "outside MPI: mean", "longest", "imbalance", "in MPI", "critical rank"));
        for (Phase p : analysis.relevantPhases().stream().limit(MAX_ROWS).toList()) {
            analysis.rankBalance(p)
                    .ifPresent(b -> rows.add(TextTable.row(p.label(), Durations.fourDigits(b.mean(RankTime::busyNanos)),
                            Durations.fourDigits(b.max(RankTime::busyNanos)), percent(b.imbalance()),
                            percent(b.mpiShare()), b.criticalRank() < 0 ? "-"
                                    : b.criticalRank() + (starved.contains(b.criticalRank()) ? " (starved)" : ""))));
        }
        if (rows.size() > 1) {
            out.println();
            out.table(rows);
            boolean excluded = analysis.relevantPhases()
                    .stream()
                    .findFirst()
                    .flatMap(analysis::rankBalance)
                    .filter(RankBalance::excludesWaits)
                    .isPresent();
            out.println("all occurrences, per rank" + (excluded ? "; imbalance: without waits for a CPU" : "")
                    + "; critical rank -: " + RankBalance.NO_CRITICAL_RANK);
        }
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f%%", 100 * share) : "-";
    }

    /** Prints the share of the run that phases of the trace cover, and inconsistencies. */
    public static void printBalance(PrintWriter out, PhaseAnalysis analysis) {
        balance(out, analysis);
        if (analysis.limitedSearches() > 0) {
            out.printf("long stretches without repetition: %,d of them were compared with the latest phases only%n",
                    analysis.limitedSearches());
        }
        if (analysis.cappedPhases() > 0) {
            out.printf("%,d phases without repetition were truncated at the maximum length%n", analysis.cappedPhases());
        }
    }

    /** Prints the largest clock errors of the nodes; nothing if no model states them. */
    private static void clocks(PrintWriter out, List<NodeClockError> errors) {
        if (errors.isEmpty()) {
            return;
        }
        // NaN, an unknown error, counts as the largest.
        NodeClockError largest = Collections.max(errors, Comparator.comparingDouble(NodeClockError::errStatNanos));
        NodeClockError widest = Collections.max(errors,
                Comparator.comparingDouble((NodeClockError e) -> e.worst().widthNanos()));
        String error = Double.isNaN(largest.errStatNanos()) ? "unknown" : Durations.fourDigits(largest.errStatNanos());
        String interval = widest.worst().guaranteed()
                ? Durations.fourDigits(widest.loNanos()) + " to +" + Durations.fourDigits(widest.hiNanos())
                : "no guaranteed bound";
        out.printf("clocks of %s: largest err_stat %s (%s, %s), widest interval %s (%s, %s)%n",
                Units.counted(errors.size(), "node"), error, largest.node(), largest.how().word(), interval,
                widest.node(), widest.how().word());
    }

    private static void balance(PrintWriter out, PhaseAnalysis analysis) {
        TimeBalance balance = analysis.balance();
        double run = Math.max(1, analysis.runNanos());
        out.printf(Locale.ROOT,
                "%d of %,d phases of the trace are relevant (*, at least %.3g%% of the run) and cover %.2f%% of %s;"
                        + " in no phase: %.2f%% before the first, %.2f%% after the last%s%n",
                analysis.relevantPhases().size(), analysis.phases().size(), 100 * analysis.options().relevantShare(),
                100 * analysis.coverage(), Durations.fourDigits(analysis.runNanos()), 100 * balance.beforeNanos() / run,
                100 * balance.afterNanos() / run,
                analysis.sweep().stoppedAt() == null ? "" : " (including the excluded part)");
        List<Integer> receiving = analysis.receivingAfterPhases(MIN_AFTER);
        if (!receiving.isEmpty()) {
            out.println("after the last phase, whose end is the last send or collective, rank"
                    + (receiving.size() == 1 ? " " : "s ")
                    + receiving.stream().limit(MAX_NAMED).map(String::valueOf).collect(Collectors.joining(", "))
                    + (receiving.size() > MAX_NAMED ? " and " + (receiving.size() - MAX_NAMED) + " more" : "")
                    + (receiving.size() == 1 ? " still receives" : " still receive")
                    + "; the times of the ranks above contain this");
        }
        if (analysis.options().thesisTime()) {
            out.printf(Locale.ROOT, "shares by the slowest process overlap: those of relevant phases sum to %.2f%%%n",
                    100 * analysis.relevantSum());
        }
        balance.contradictions().forEach(c -> out.println("WRONG: " + c));
    }

    /** Prints counts per occurrence, summed over all ranks. */
    private static void counts(Screen out, MpiTrace trace, List<Phase> phases) {
        List<String> events = trace.countedEvents();
        if (events.isEmpty() || phases.stream().allMatch(p -> p.counts().length == 0)) {
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("phase"), events.stream()).toArray(String[]::new));
        for (Phase p : phases) {
            rows.add(Stream
                    .concat(Stream.of(p.label()),
                            Arrays.stream(p.counts())
                                    .mapToObj(c -> String.format(Locale.ROOT, "%,.1f", (double) c / p.weight())))
                    .toArray(String[]::new));
        }
        out.printf("%ncounted outside MPI per occurrence, all ranks (%s):%n", trace.countedAs());
        out.table(rows);
    }

    /** Returns, for example, "4 ranks" or "4 ranks with 12 further threads". */
    public static String locations(MpiTrace trace) {
        int threads = trace.locations() - trace.ranks();
        return trace.ranks() + " ranks" + (threads == 0 ? "" : " with " + threads + " further threads");
    }

    public static void matching(PrintWriter out, SweepReport sweep) {
        out.printf(Locale.ROOT, "%,d receives matched; unmatched: %,d sends, %,d receives, %,d collectives%n",
                sweep.matched(), sweep.unmatchedSends(), sweep.unmatchedReceives(), sweep.brokenCollectives());
        sweep.examples().stream().limit(5).forEach(u -> out.println("  unmatched: " + u));
        if (sweep.otherSize() > 0) {
            out.printf(Locale.ROOT,
                    "%,d receives were matched with messages of a different size: these matches are wrong%n",
                    sweep.otherSize());
            sweep.sizeExamples().stream().limit(5).forEach(m -> out.println("  " + m));
        }
        if (sweep.stoppedAt() != null) {
            out.printf(Locale.ROOT,
                    "analysed up to the first inconsistency of the trace: %s%n%,d later events are excluded,"
                            + " %,d messages were in flight%n",
                    sweep.stoppedAt(), sweep.leftOut(), sweep.inFlight());
        }
    }

    /** Prints the result of tracing an MPI program. */
    public static final class TraceText {
        private TraceText() {
        }

        public static void print(TracedRun run, PrintWriter out) {
            MpiTrace trace = run.trace();
            out.printf("traced %s on %s (%s): %s between MPI_Init and MPI_Finalize%n", PhaseText.locations(trace),
                    String.join(", ", PhaseReport.hosts(trace)), run.flavour(),
                    Durations.fourDigits(trace.runEndNanos() - trace.runStartNanos()));
            out.printf("%,d sends, %,d receives, %,d collectives, %d communicators; %.1f MB%n", trace.sends(),
                    trace.receives(), trace.collectives(), trace.communicators().count(), run.bytes() / 1e6);
            trace.tracingCost().ifPresent(cost -> out.println(cost.text()));
            if (!run.counted().isEmpty()) {
                out.println("counted per rank, outside MPI: " + run.counted());
            }
            trace.remarks().stream().limit(10).forEach(r -> out.println("note: " + r));
            PhaseText.matching(out, run.sweep());
            out.println("next: runbench pas2p analyze " + run.directory());
        }
    }
}
