package runbench.report.compare;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.ComparedSide;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.MultipleComparison.RankedProgram;
import runbench.parser.compare.RatioVerdict;
import runbench.parser.compare.Repetitions.Quantity;
import runbench.parser.compare.Sweep;
import runbench.parser.compare.Sweep.SweepPoint;
import runbench.report.text.TextTable;

/** Prints a sweep: the best value, then the primary quantity by value, with the speedup of parallel tasks. */
final class SweepText {
    private SweepText() {
    }

    /**
     * Prints the sweep.
     *
     * @param further returns the command that runs more rounds, given their total number
     */
    static void print(MultipleComparison m, IntFunction<String> further, PrintWriter out) {
        Comparison first = m.comparison();
        RankingText.reservations(m, out);
        ComparisonText.wrapped(headline(m), "", out);
        RankingText.advice(m, further, out);
        out.println();
        List<ComparedSide> programs = m.programs();
        ComparisonText.wrapped(programs.get(0).label() + "  to  " + programs.get(programs.size() - 1).label(), "  ",
                out);
        RankingText.printDesign(m, out);
        out.println();
        out.println(TextTable.text(rows(m), ComparisonText.COLUMNS));
        if (!first.others().isEmpty()) {
            out.println();
            out.println(TextTable.text(RankingText.others(m), ComparisonText.COLUMNS));
        }
        List<String> notes = new ArrayList<>(List.of(
                "+- 95 %: half the interval of the mean (Student's t), of the mean; x: ratio of the geometric means"));
        if (m.sweep().parallel() != null) {
            notes.add("eff.: efficiency, the speedup divided by the increase of " + m.sweep().parallel());
        }
        notes.addAll(RankingText.footnotes(m));
        notes.forEach(line -> ComparisonText.wrapped(line, "  ", out));
    }

    /** Returns the best value as a sentence. */
    static String headline(MultipleComparison m) {
        RankedProgram best = m.ranking().get(0);
        String reference = m.comparison().a().name();
        String what = m.comparison().primary().what().title();
        return "Best of " + m.ranking().size() + " in " + what + ": " + best.name() + (best.verdict() == null
                ? ", the first value"
                : ", " + RatioText.withInterval(best.ratio()) + " x " + reference + reservation(best.verdict()));
    }

    private static String reservation(RatioVerdict v) {
        return v == RatioVerdict.SAME ? " (the same within the margin)"
                : v == RatioVerdict.INCONCLUSIVE ? " (no verdict yet)" : "";
    }

    /** Returns the rows of the values, the heading first. */
    static List<String[]> rows(MultipleComparison m) {
        Sweep sweep = m.sweep();
        Measurand what = m.comparison().primary().what();
        boolean parallel = sweep.parallel() != null;
        List<String[]> rows = new ArrayList<>();
        rows.add(Stream.concat(
                Stream.of(String.join(",", sweep.points().get(0).parameters().keySet()), "mean", "+- 95 %", "median",
                        "x " + m.comparison().a().name() + " (95 %)"),
                parallel ? Stream.of("speedup (eff.)") : Stream.empty()).toArray(String[]::new));
        for (SweepPoint p : sweep.points()) {
            Quantity q = p.quantity();
            rows.add(Stream.concat(
                    Stream.of(String.join(",", p.parameters().values()), ComparisonText.value(what, q.mean()),
                            q.low() == null ? "-" : RepetitionsText.share((q.high() - q.low()) / 2, q.mean()),
                            ComparisonText.value(what, q.median()),
                            p.verdict() == null ? "1  "
                                    : RatioText.withInterval(p.ratio()) + RankingText.mark(p.verdict())),
                    parallel ? Stream.of(String.format(Locale.ROOT, "%.2f (%.0f %%)", p.speedup().ratio(),
                            100 * p.efficiency().ratio())) : Stream.empty())
                    .toArray(String[]::new));
        }
        return rows;
    }
}
