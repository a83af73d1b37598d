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
import runbench.parser.compare.AbsentMetric;
import runbench.parser.compare.ComparedSide;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Difference;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.Pairing;
import runbench.parser.compare.PairsNeeded;
import runbench.parser.compare.RatioVerdict;
import runbench.report.text.TextTable;

/** A comparison on a terminal of 80 columns: what makes it doubtful first, then who won, then the numbers. */
public final class ComparisonText {
    private static final int COLUMNS = 80;
    private static final int NAME = 18;
    private static final int FACT = 24;

    private ComparisonText() {
    }

    /** @param further how to run more pairs, given how many in all; null where nobody can */
    public static void print(Comparison c, IntFunction<String> further, PrintWriter out) {
        if (c.unintended()) {
            out.println("! More differs than one thing: what made a difference cannot be told.");
            differences(c, out);
        }
        wrapped(RatioText.headline(c), "", out);
        advice(c, further).forEach(line -> wrapped(line, "  ", out));
        if (!c.unintended()) {
            differences(c, out);
        }
        out.println();
        side("A", c.a(), out);
        side("B", c.b(), out);
        out.println("  " + design(c));
        c.disturbed()
                .forEach(d -> wrapped("disturbed in " + d.runs() + " of " + (c.a().runs().size() + c.b().runs().size())
                        + " runs: " + d.detail(), "  ", out));
        c.leftOut().forEach(l -> wrapped("left out: " + l, "  ", out));
        out.println();
        out.println(table(c));
        footnotes(c).forEach(line -> wrapped(line, "  ", out));
    }

    private static void side(String name, ComparedSide side, PrintWriter out) {
        wrapped(name + "  " + side.label(), "  ", out);
    }

    static String design(Comparison c) {
        return (c.pairing() == Pairing.INTERLEAVED ? c.runs() + " interleaved pairs"
                : c.a().runs().size() + " and " + c.b().runs().size() + " runs, not paired")
                + (c.seed() == null ? "" : ", order drawn with seed " + c.seed());
    }

    private static List<String> advice(Comparison c, IntFunction<String> further) {
        List<String> lines = new ArrayList<>();
        MetricComparison m = c.primary();
        String missing = RatioText.missing(c, m);
        if (!missing.isEmpty()) {
            boolean can = further != null && m.runsMore() < PairsNeeded.MOST;
            lines.add(missing + " would tell" + (can ? ": " + further.apply(c.runs() + m.runsMore()) : ""));
        }
        if (c.pairing() == Pairing.INTERLEAVED && c.tooFewForRanks()) {
            lines.add("with " + c.runs() + (c.runs() == 1 ? " pair" : " pairs") + " p < 0.05 is impossible: "
                    + Comparison.FEWEST_PAIRS + " are needed for that");
        } else if (c.tooFewForRanks()) {
            lines.add("fewer than 4 runs of a side: no test; runbench compare --run 10 -- A -- B runs both in pairs");
        } else if (c.pairing() == Pairing.UNPAIRED) {
            lines.add("unpaired: a drift of the machine between the runs would look the same");
        }
        return lines;
    }

    private static void differences(Comparison c, PrintWriter out) {
        for (Difference d : c.differences()) {
            if (c.unintended() || d.about() != Difference.About.PROGRAM) {
                out.println("  " + d.name() + ": A " + fact(d.a()) + ", B " + fact(d.b()));
            }
        }
    }

    private static String fact(List<String> values) {
        return cut(String.join(" | ", values), FACT);
    }

    private static String table(Comparison c) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("median of the runs", "A", "B", "B/A-1 %", "95 % interval",
                c.others().isEmpty() ? "p" : "p*", "verdict"));
        for (MetricComparison m : c.all()) {
            String[] change = RatioText.change(m.ratio());
            String name = m.what().name() + (m.estimated() == null ? "" : "~")
                    + (m.outliersA().isEmpty() && m.outliersB().isEmpty() ? "" : "!");
            rows.add(TextTable.row(cut(name, NAME), value(m, m.medianA()), value(m, m.medianB()), change[0], change[1],
                    RatioText.p(m.pHolm()), m.verdict() == RatioVerdict.INCONCLUSIVE ? "?" : m.verdict().label()));
        }
        return TextTable.text(rows);
    }

    static String value(MetricComparison m, double value) {
        return !m.what().time() ? Units.si(value)
                : Durations.fourDigits(m.what().unit().equals("ns") ? value : value * 1e9);
    }

    private static List<String> footnotes(Comparison c) {
        List<String> notes = new ArrayList<>();
        if (!c.others().isEmpty()) {
            notes.add("* after Holm over the " + c.others().size()
                    + " below the first, which was chosen beforehand (--primary)");
        }
        if (c.pairing() == Pairing.INTERLEAVED && c.runs() < c.fewestForAll()) {
            notes.add("for a verdict on each of these there have to be " + c.fewestForAll() + " pairs at least");
        }
        if (c.all().stream().anyMatch(m -> m.verdict() == RatioVerdict.INCONCLUSIVE)) {
            notes.add("? no verdict: the interval reaches beyond " + RatioText.percent(c.margin())
                    + " and holds 1, or p is not below 0.05");
        }
        if (c.all().stream().anyMatch(m -> m.estimated() != null)) {
            notes.add("~ an estimate in each run, not a count");
        }
        c.all()
                .stream()
                .filter(m -> !m.outliersA().isEmpty() || !m.outliersB().isEmpty())
                .findFirst()
                .ifPresent(m -> notes
                        .add("! far from the others, and not left out: of " + m.what().name() + " " + outliers(c, m)));
        Map<String, List<String>> absent = new LinkedHashMap<>();
        for (AbsentMetric a : c.absent()) {
            absent.computeIfAbsent(a.reason(), r -> new ArrayList<>()).add(a.name());
        }
        absent.forEach((reason, names) -> notes.add("not compared: " + String.join(", ", names) + " - " + reason));
        return notes;
    }

    static String outliers(Comparison c, MetricComparison m) {
        return c.pairing() == Pairing.INTERLEAVED ? "pair " + numbers(m.outliersA())
                : (m.outliersA().isEmpty() ? "" : "run " + numbers(m.outliersA()) + " of A ")
                        + (m.outliersB().isEmpty() ? "" : "run " + numbers(m.outliersB()) + " of B");
    }

    private static String numbers(List<Integer> places) {
        return places.stream().map(p -> String.valueOf(p + 1)).collect(Collectors.joining(", "));
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 2) + "..";
    }

    /** Words that are longer than a line stay whole. */
    private static void wrapped(String text, String indent, PrintWriter out) {
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
