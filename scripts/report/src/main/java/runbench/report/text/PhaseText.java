package runbench.report.text;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.phase.TimeBalance;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.NodeClockError;

/** An analysis in words, for a terminal. */
public final class PhaseText {
    private static final int SHOWN = 20;

    private PhaseText() {
    }

    /** The run, each phase of the trace by itself, and whether that adds up. */
    public static void print(PrintWriter out, MpiTrace trace, PhaseAnalysis analysis) {
        printRun(out, trace, analysis);
        printPhases(out, trace, analysis);
        printBalance(out, analysis);
    }

    /** What was traced and how well it matched. */
    public static void printRun(PrintWriter out, MpiTrace trace, PhaseAnalysis analysis) {
        out.printf(Locale.ROOT, "%s%n%s, %,d events (%,d sends, %,d receives, %,d collectives), %,d ticks%n",
                PhaseReport.program(trace), locations(trace), trace.events(), trace.sends(), trace.receives(),
                trace.collectives(), analysis.sweep().ticks());
        for (String remark : trace.remarks().stream().limit(SHOWN).toList()) {
            out.println("note: " + remark);
        }
        clocks(out, trace.clocks().errors());
        matching(out, analysis.sweep());
    }

    private static void printPhases(PrintWriter out, MpiTrace trace, PhaseAnalysis analysis) {
        List<Phase> shown = analysis.phases()
                .stream()
                .sorted(Comparator.comparingDouble(analysis::shareOf).reversed())
                .limit(Math.max(SHOWN, analysis.relevantPhases().size()))
                .toList();
        out.printf("%n%6s %-15s %7s %9s %12s %7s %8s %8s  %s%n", "phase", "name", "ticks", "weight", "mean", "share",
                "compute", "in MPI", "what ranks do in it");
        for (Phase p : shown) {
            double wall = Math.max(1, p.rankNanos());
            out.printf(Locale.ROOT, "%5s%s %-15s %,7d %,9d %12s %6.2f%% %7.1f%% %7.1f%%  %s%n", p.label(),
                    analysis.relevant(p) ? "*" : " ", p.name(), p.ticks(), p.weight(),
                    Durations.fourDigits(analysis.meanNanosOf(p)), 100 * analysis.shareOf(p),
                    100 * p.computeNanos() / wall, 100 * p.mpiNanos() / wall, p.description());
        }
        counts(out, trace, shown);
        if (shown.size() < analysis.phases().size()) {
            out.printf("      ... %,d more%n", analysis.phases().size() - shown.size());
        }
        out.println(
                "compute: CPU time outside MPI; in MPI: wall time; both in % of the ranks' wall time in the phase: the rest was"
                        + " spent off the CPU,\nand several threads of a rank can exceed 100%");
    }

    /** How much of the run the phases of the trace cover, and what is wrong with them. */
    public static void printBalance(PrintWriter out, PhaseAnalysis analysis) {
        balance(out, analysis);
        if (analysis.limitedSearches() > 0) {
            out.printf("nothing repeats for long stretches: %,d of them were compared with the latest phases only%n",
                    analysis.limitedSearches());
        }
        if (analysis.cappedPhases() > 0) {
            out.printf("%,d phases never repeated anything and were cut off at the longest length%n",
                    analysis.cappedPhases());
        }
    }

    /** How well the worst known of the nodes' clocks was known; nothing where no model says. */
    private static void clocks(PrintWriter out, List<NodeClockError> errors) {
        if (errors.isEmpty()) {
            return;
        }
        // NaN, an unknown error, is the greatest of all.
        NodeClockError largest = Collections.max(errors, Comparator.comparingDouble(NodeClockError::errStatNanos));
        NodeClockError widest = Collections.max(errors,
                Comparator.comparingDouble((NodeClockError e) -> e.worst().widthNanos()));
        String error = Double.isNaN(largest.errStatNanos()) ? "unknown" : Durations.fourDigits(largest.errStatNanos());
        String interval = widest.worst().guaranteed()
                ? Durations.fourDigits(widest.loNanos()) + " to +" + Durations.fourDigits(widest.hiNanos())
                : "nothing guaranteed";
        out.printf("clocks of %d nodes: largest err_stat %s (%s, %s), widest interval %s (%s, %s)%n", errors.size(),
                error, largest.node(), largest.how().word(), interval, widest.node(), widest.how().word());
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
                analysis.sweep().stoppedAt() == null ? "" : " (with what was left out)");
        if (analysis.options().thesisTime()) {
            out.printf(Locale.ROOT, "shares by the slowest process overlap: those of relevant phases sum to %.2f%%%n",
                    100 * analysis.relevantSum());
        }
        balance.contradictions().forEach(c -> out.println("WRONG: " + c));
    }

    /** What was counted per occurrence, on all ranks together. */
    private static void counts(PrintWriter out, MpiTrace trace, List<Phase> phases) {
        List<String> events = trace.countedEvents();
        if (events.isEmpty() || phases.stream().allMatch(p -> p.counts().length == 0)) {
            return;
        }
        out.printf("%ncounted outside MPI per occurrence, all ranks (%s):%n%6s", trace.countedAs(), "phase");
        events.forEach(e -> out.printf(" %20s", e));
        out.println();
        for (Phase p : phases) {
            out.printf("%6s", p.label());
            for (long c : p.counts()) {
                out.printf(Locale.ROOT, " %,20.1f", (double) c / p.weight());
            }
            out.println();
        }
    }

    /** "4 ranks", "4 ranks with 12 further threads". */
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
                    "%,d receives were matched with messages of another size: these matches are wrong%n",
                    sweep.otherSize());
            sweep.sizeExamples().stream().limit(5).forEach(m -> out.println("  " + m));
        }
        if (sweep.stoppedAt() != null) {
            out.printf(Locale.ROOT,
                    "analysed up to where the trace stops making sense: %s%n%,d events after that are left out,"
                            + " %,d messages were under way%n",
                    sweep.stoppedAt(), sweep.leftOut(), sweep.inFlight());
        }
    }
}
