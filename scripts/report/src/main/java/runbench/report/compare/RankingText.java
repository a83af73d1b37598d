package runbench.report.compare;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import runbench.base.quantity.Units;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.MultipleComparison.RankedProgram;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.RatioVerdict;
import runbench.report.text.TextTable;

/** Prints comparisons of several programs: reservations, one verdict per comparison, the ranking, other quantities. */
public final class RankingText {
    private static final int MAX_PROGRAM = 28;
    private static final int MAX_QUANTITY = 18;

    private RankingText() {
    }

    /**
     * Prints the comparisons.
     *
     * @param further returns the command that runs more rounds, given their total number
     */
    public static void print(MultipleComparison m, IntFunction<String> further, PrintWriter out) {
        if (m.sweep() != null) {
            SweepText.print(m, further, out);
            return;
        }
        Comparison first = m.comparison();
        reservations(m, out);
        m.all().forEach(c -> ComparisonText.wrapped(RatioText.verdict(c), "", out));
        advice(m, further, out);
        out.println();
        m.programs().forEach(p -> ComparisonText.side(p, out));
        printDesign(m, out);
        out.println();
        out.println(TextTable.text(ranking(m), ComparisonText.COLUMNS));
        if (!first.others().isEmpty()) {
            out.println();
            out.println(TextTable.text(others(m), ComparisonText.COLUMNS));
        }
        ComparisonText.wrapped("mean: geometric mean of the rounds; * times the number of comparisons (Bonferroni)",
                "  ", out);
        footnotes(m).forEach(line -> ComparisonText.wrapped(line, "  ", out));
    }

    static void advice(MultipleComparison m, IntFunction<String> further, PrintWriter out) {
        slowestToDecide(m).ifPresent(
                c -> ComparisonText.advice(c, further).forEach(line -> ComparisonText.wrapped(line, "  ", out)));
    }

    static void printDesign(MultipleComparison m, PrintWriter out) {
        Comparison first = m.comparison();
        ComparisonText.wrapped(design(m), "  ", out);
        if (first.primaryReason() != null) {
            ComparisonText.wrapped(first.primary().what().title() + " decides: " + first.primaryReason(), "  ", out);
        }
        notes(m).forEach(n -> ComparisonText.wrapped(n, "  ", out));
    }

    /**
     * Prints what limits the verdicts. In a sweep, outputs must be equal only if the parameter is a number of tasks.
     */
    static void reservations(MultipleComparison m, PrintWriter out) {
        boolean sameOutputs = m.sweep() == null || m.sweep().parallel() != null;
        Set<String> lines = new LinkedHashSet<>();
        for (Comparison c : m.all()) {
            if (c.unintended()) {
                out.println("! " + unintended(c));
                ComparisonText.differences(c, out);
            }
            c.failed().forEach(f -> lines.add("! " + f));
            if (sameOutputs && c.outputs() != null && c.outputs().result() == OutputResult.DIFFERENT) {
                lines.add("! " + ComparisonText.outputs(c));
            }
        }
        lines.forEach(line -> ComparisonText.wrapped(line, "", out));
    }

    /** Returns the reservation about a comparison of programs that differ in more than one thing. */
    static String unintended(Comparison c) {
        return "More than one thing differs between " + c.a().name() + " and " + c.b().name()
                + ", so the cause of a difference is unknown.";
    }

    /** Returns the comparison without a verdict that needs most rounds. */
    private static Optional<Comparison> slowestToDecide(MultipleComparison m) {
        return m.all()
                .stream()
                .filter(c -> c.primary().verdict() == RatioVerdict.INCONCLUSIVE)
                .max(Comparator.comparingInt(c -> c.primary().runsMore() == null ? 0 : c.primary().runsMore()));
    }

    /** Returns the number of rounds, their order, and the correction of the intervals. */
    static String design(MultipleComparison m) {
        Comparison first = m.comparison();
        String unit = first.primary().exact() ? "emulated round" : "interleaved round";
        return Units.counted(first.runs(), unit) + " of " + m.programs().size()
                + (m.sweep() == null ? " programs" : " values")
                + (first.seed() == null ? "" : ", random order with seed " + first.seed())
                + (first.simultaneous() == 1 ? ""
                        : "; 95 % for all " + first.simultaneous() + " comparisons together (Bonferroni)");
    }

    /** Returns notes about the runs: equal outputs, noise, excluded runs. */
    static List<String> notes(MultipleComparison m) {
        List<String> notes = new ArrayList<>();
        if (m.all().stream().allMatch(c -> c.outputs() != null && c.outputs().result() == OutputResult.SAME)) {
            notes.add("all programs print the same output in all runs");
        }
        Map<String, String> noise = new LinkedHashMap<>(); // the first of each kind
        Set<String> once = new LinkedHashSet<>();
        for (Comparison c : m.all()) {
            if (c.outputs() != null && c.outputs().result() == OutputResult.VARYING) {
                once.add(ComparisonText.outputs(c));
            }
            c.disturbed().forEach(d -> noise.putIfAbsent(d.kind(), "noise sources during the runs: " + d.detail()));
            c.leftOut().forEach(l -> once.add("excluded: " + l));
        }
        notes.addAll(noise.values());
        notes.addAll(once);
        return notes;
    }

    /** Returns the rows of the programs in their order, the heading first. */
    static List<String[]> ranking(MultipleComparison m) {
        Measurand what = m.comparison().primary().what();
        String reference = m.comparison().a().name();
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row(ComparisonText.truncated(what.title(), MAX_PROGRAM), "mean",
                "x " + reference + " (95 % interval)", "p*", "verdict"));
        for (RankedProgram p : m.ranking()) {
            rows.add(TextTable.row(ComparisonText.truncated(p.name() + "  " + p.label(), MAX_PROGRAM),
                    ComparisonText.value(what, p.value()),
                    p.verdict() == null ? "1" : RatioText.withInterval(p.ratio()),
                    p.verdict() == null ? "" : RatioText.p(withReference(m, p).primary().pHolm()),
                    p.verdict() == null ? "" : verdict(p.verdict())));
        }
        return rows;
    }

    /** Returns the comparison of a program with the first one. */
    static Comparison withReference(MultipleComparison m, RankedProgram p) {
        return m.withReference().stream().filter(c -> c.b().name().equals(p.name())).findFirst().orElseThrow();
    }

    private static String verdict(RatioVerdict v) {
        return v == RatioVerdict.INCONCLUSIVE ? "?" : v.label();
    }

    /**
     * Returns the rows of the other quantities, the heading first: value of the first program, and the change of each
     * other one.
     */
    static List<String[]> others(MultipleComparison m) {
        List<Comparison> comparisons = m.withReference();
        Map<String, Measurand> names = new LinkedHashMap<>();
        comparisons.forEach(c -> c.others().forEach(o -> names.putIfAbsent(o.what().name(), o.what())));
        String reference = m.comparison().a().name();
        List<String[]> rows = new ArrayList<>();
        rows.add(Stream
                .concat(Stream.of("other quantities", reference),
                        comparisons.stream()
                                .map(c -> c.b().name() + (m.sweep() != null ? " %" : "/" + reference + "-1 %")))
                .toArray(String[]::new));
        for (String name : names.keySet()) {
            List<Optional<MetricComparison>> cells = comparisons.stream().map(c -> c.metric(name)).toList();
            MetricComparison known = cells.stream().flatMap(Optional::stream).findFirst().orElseThrow();
            String row = ComparisonText.truncated(name + (known.estimated() == null ? "" : "~"), MAX_QUANTITY);
            double value = ComparisonText.centres(m.comparison(), known)[0];
            rows.add(Stream
                    .concat(Stream.of(row, ComparisonText.value(known, value)), cells.stream()
                            .map(c -> c.map(o -> RatioText.change(o.ratio())[0] + mark(o.verdict())).orElse("-")))
                    .toArray(String[]::new));
        }
        return rows;
    }

    static String mark(RatioVerdict v) {
        return v == RatioVerdict.SAME ? " =" : v == RatioVerdict.INCONCLUSIVE ? " ?" : " !";
    }

    static List<String> footnotes(MultipleComparison m) {
        Comparison first = m.comparison();
        List<String> notes = new ArrayList<>();
        notes.add("! differs, = same within " + RatioText.percent(first.margin()) + ", ? no verdict"
                + (first.others().isEmpty() ? "" : "; of other quantities after Holm's correction over them"));
        if (!first.others().isEmpty() && first.runs() < first.fewestForAll() && !first.primary().exact()) {
            notes.add("a verdict on each of these requires at least " + first.fewestForAll() + " rounds");
        }
        if (m.all().stream().flatMap(c -> c.all().stream()).anyMatch(q -> q.estimated() != null)) {
            notes.add("~ a scaled estimate, not an exact count");
        }
        m.withReference()
                .stream()
                .filter(c -> !c.primary().outliersA().isEmpty())
                .forEach(c -> notes.add("outlier of " + c.b().name() + "/" + c.a().name()
                        + ", included in all results: " + c.primary().what().name() + " in round " + String.join(", ",
                                c.primary().outliersA().stream().map(i -> String.valueOf(i + 1)).toList())));
        List<AbsentMetric> absent = m.withReference().stream().flatMap(c -> c.absent().stream()).distinct().toList();
        ComparisonText.namesByReason(absent)
                .forEach((reason, names) -> notes.add("not compared: " + String.join(", ", names) + " - " + reason));
        return notes;
    }
}
