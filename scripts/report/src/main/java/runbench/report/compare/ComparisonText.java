package runbench.report.compare;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Comparison.ComparedSide;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.RatioVerdict;
import runbench.report.text.TextTable;

/** Prints a comparison on a terminal of 80 columns: reservations, then the verdict, then the numbers. */
public final class ComparisonText {
    static final int COLUMNS = 80;
    private static final int MAX_NAME = 18;
    private static final int MAX_FACT = 24;
    static final String UNPAIRED_RATIO = "B/A is the median over all combinations of a run of A and a run of B, not "
            + "the quotient of the two medians";

    private ComparisonText() {
    }

    /**
     * Prints a comparison.
     *
     * @param further returns the command that runs more pairs, given their total number; null if there is no such
     *     command
     */
    public static void print(Comparison c, IntFunction<String> further, PrintWriter out) {
        if (c.unintended()) {
            out.println("! More than one thing differs, so the cause of a difference is unknown.");
            differences(c, out);
        }
        c.failed().forEach(f -> wrapped("! " + f, "", out));
        if (c.outputs() != null && c.outputs().result() == OutputResult.DIFFERENT) {
            wrapped("! " + outputs(c), "", out);
        }
        wrapped(RatioText.headline(c), "", out);
        advice(c, further).forEach(line -> wrapped(line, "  ", out));
        if (!c.unintended()) {
            differences(c, out);
        }
        out.println();
        side(c.a(), out);
        side(c.b(), out);
        out.println("  " + design(c));
        if (c.primaryReason() != null) {
            wrapped(c.primary().what().title() + " decides: " + c.primaryReason(), "  ", out);
        }
        if (c.outputs() != null && c.outputs().result() != OutputResult.UNKNOWN
                && c.outputs().result() != OutputResult.DIFFERENT) { // different outputs precede the verdict
            wrapped(outputs(c), "  ", out);
        }
        c.disturbed()
                .forEach(d -> wrapped("noise sources in " + d.runs() + " of "
                        + (c.a().runs().size() + c.b().runs().size()) + " runs: " + d.detail(), "  ", out));
        c.leftOut().forEach(l -> wrapped("excluded: " + l, "  ", out));
        out.println();
        out.println(TextTable.text(rows(c)));
        footnotes(c).forEach(line -> wrapped(line, "  ", out));
    }

    static void side(ComparedSide side, PrintWriter out) {
        wrapped(side.name() + "  " + side.label(), "  ", out);
    }

    static String design(Comparison c) {
        return (c.primary().exact() ? c.a().runs().size() + " and " + c.b().runs().size() + " runs, emulated"
                : c.pairing() == Pairing.INTERLEAVED ? Units.counted(c.runs(), "interleaved pair")
                        : c.a().runs().size() + " and " + c.b().runs().size() + " runs, not paired")
                + (c.seed() == null ? "" : ", random order with seed " + c.seed());
    }

    /** Returns what is necessary for a verdict on the primary quantity, and reservations about the design. */
    static List<String> advice(Comparison c, IntFunction<String> further) {
        List<String> lines = new ArrayList<>();
        MetricComparison m = c.primary();
        String missing = RatioText.missing(c, m);
        if (RatioText.tooNoisy(c, m)) {
            lines.add(missing + ": " + RatioText.resolved(c, m)
                    + "; use a quieter machine, a longer run, or a wider --margin");
        } else if (!missing.isEmpty()) {
            lines.add(missing + (further != null ? ": " + further.apply(c.runs() + m.runsMore()) : ""));
        }
        if (m.exact() && m.verdict() == RatioVerdict.INCONCLUSIVE) {
            lines.add("the emulated counts vary from run to run, and the range of the ratios contains 1: add runs, "
                    + "for example -n 10");
        }
        if (c.pairing() == Pairing.INTERLEAVED && c.tooFewForRanks()) {
            lines.add("with " + Units.counted(c.runs(), c.simultaneous() == 1 ? "pair" : "round")
                    + " p < 0.05 is impossible; at least " + c.fewestForPrimary() + " are necessary");
        } else if (c.tooFewForRanks()) {
            lines.add("fewer than 4 runs per side: no test; run both in pairs: runbench compare -n 10 -- A -- B");
        } else if (c.pairing() == Pairing.UNPAIRED && !m.exact()) {
            lines.add("not paired: a drift of the machine between the runs cannot be excluded");
        }
        return lines;
    }

    /** Returns the comparison of the outputs as a sentence. */
    static String outputs(Comparison c) {
        OutputComparison o = c.outputs();
        String both = c.a().name() + " and " + c.b().name();
        return switch (o.result()) {
            case SAME -> both + " print the same output in all runs";
            case DIFFERENT -> both + " print different outputs; " + o.detail();
            case VARYING -> "the output of " + o.detail() + " varies from run to run, so it is not compared";
            case UNKNOWN -> "the outputs are not stored";
        };
    }

    static void differences(Comparison c, PrintWriter out) {
        for (Difference d : c.differences()) {
            if (c.unintended() || d.about() != Difference.About.PROGRAM) {
                out.println("  " + d.name() + ": " + c.a().name() + " " + fact(d.a()) + ", " + c.b().name() + " "
                        + fact(d.b()));
            }
        }
    }

    private static String fact(List<String> values) {
        return truncated(String.join(" | ", values), MAX_FACT);
    }

    /** Returns the rows of the table, the heading first. */
    static List<String[]> rows(Comparison c) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row(centre(c), "A", "B", "B/A-1 %", "95 % interval", c.others().isEmpty() ? "p" : "p*",
                "verdict"));
        for (MetricComparison m : c.all()) {
            String[] change = RatioText.change(m.ratio());
            String name = m.what().name() + (m.estimated() == null ? "" : "~")
                    + (m.outliersA().isEmpty() && m.outliersB().isEmpty() ? "" : "!");
            double[] centres = centres(c, m);
            rows.add(TextTable.row(truncated(name, MAX_NAME), value(m, centres[0]), value(m, centres[1]), change[0],
                    change[1], RatioText.p(m.pHolm()),
                    m.verdict() == RatioVerdict.INCONCLUSIVE ? "?" : m.verdict().label()));
        }
        return rows;
    }

    /** Returns the kind of the numbers that a table shows for A and B. */
    static String centre(Comparison c) {
        return c.pairing() == Pairing.INTERLEAVED ? "geometric mean" : "median of the runs";
    }

    /** Returns the numbers for A and B. For pairs they agree with the ratio, which medians may contradict. */
    static double[] centres(Comparison c, MetricComparison m) {
        return c.pairing() == Pairing.INTERLEAVED ? m.geometricMeans() : new double[]{m.medianA(), m.medianB()};
    }

    static String value(MetricComparison m, double value) {
        return value(m.what(), value);
    }

    static String value(Measurand what, double value) {
        return !what.time() ? Units.si(value) : Durations.fourDigits(what.unit().equals("ns") ? value : value * 1e9);
    }

    static List<String> footnotes(Comparison c) {
        List<String> notes = new ArrayList<>();
        if (c.pairing() == Pairing.UNPAIRED && c.a().runs().size() + c.b().runs().size() > 2) {
            notes.add(UNPAIRED_RATIO);
        }
        if (!c.others().isEmpty() && !c.primary().exact()) {
            notes.add("* after Holm's correction over the " + c.others().size()
                    + " quantities below the first, which was selected in advance");
        }
        if (c.pairing() == Pairing.INTERLEAVED && c.runs() < c.fewestForAll() && !c.primary().exact()) {
            notes.add("a verdict on each of these requires at least " + c.fewestForAll() + " pairs");
        }
        if (c.primary().exact()) {
            notes.add("emulated counts need no test: the interval is the range of the ratios of all runs");
        }
        if (c.all().stream().anyMatch(m -> m.verdict() == RatioVerdict.INCONCLUSIVE)) {
            notes.add("? no verdict: the interval exceeds " + RatioText.percent(c.margin())
                    + " and contains 1, or p is not below 0.05");
        }
        if (c.all().stream().anyMatch(m -> m.estimated() != null)) {
            notes.add("~ a scaled estimate, not an exact count");
        }
        c.all()
                .stream()
                .filter(m -> !m.outliersA().isEmpty() || !m.outliersB().isEmpty())
                .findFirst()
                .ifPresent(m -> notes
                        .add("! outlier, included in all results: " + m.what().name() + " " + outliers(c, m)));
        namesByReason(c.absent())
                .forEach((reason, names) -> notes.add("not compared: " + String.join(", ", names) + " - " + reason));
        return notes;
    }

    /** Returns the names of quantities that have the same reason. */
    static Map<String, List<String>> namesByReason(List<AbsentMetric> absent) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        absent.forEach(a -> names.computeIfAbsent(a.reason(), r -> new ArrayList<>()).add(a.name()));
        return names;
    }

    static String outliers(Comparison c, MetricComparison m) {
        return c.pairing() == Pairing.INTERLEAVED ? "pair " + numbers(m.outliersA())
                : (m.outliersA().isEmpty() ? "" : "run " + numbers(m.outliersA()) + " of A ")
                        + (m.outliersB().isEmpty() ? "" : "run " + numbers(m.outliersB()) + " of B");
    }

    private static String numbers(List<Integer> places) {
        return places.stream().map(p -> String.valueOf(p + 1)).collect(Collectors.joining(", "));
    }

    static String truncated(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 2) + "..";
    }

    /** Prints wrapped text; words longer than a line are not split. */
    static void wrapped(String text, String indent, PrintWriter out) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ")) {
            if (line.length() + word.length() >= COLUMNS && line.length() > indent.length()) {
                out.println(line.toString().stripTrailing());
                line = new StringBuilder(indent + "   ");
            }
            line.append(word).append(' ');
        }
        out.println(line.toString().stripTrailing());
    }
}
