package runbench.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.MultipleComparison.RankedProgram;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.RatioVerdict;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.theme.Ink;

/** The chart and the page of several programs: the ranking by the primary quantity, then each comparison. */
public final class RankingReport {
    private static final double ROW_PIXELS = 34;
    private static final int MAX_NAME = 40;
    private static final int MAX_FINDINGS = 5;
    /** Number of colours of series. */
    private static final int MAX_SERIES = 6;

    private RankingReport() {
    }

    /** Returns the chart of comparisons; for two programs that of their comparison, for a sweep the scaling. */
    public static Figure chart(MultipleComparison m) {
        if (!m.hasRanking()) {
            return ComparisonChart.figure(m.comparison());
        }
        if (m.sweep() != null) {
            return SweepChart.figure(m);
        }
        Figure figure = Figure.titled(title(m))
                .label(String.join(" · ", m.programs().stream().map(p -> p.name() + ": " + p.label()).toList()))
                .provenance(RankingText.design(m));
        figure.add(ranking(m));
        if (m.comparison().pairing() == Pairing.INTERLEAVED) {
            figure.add(rounds(m));
        }
        return figure;
    }

    /** Returns the best program and its ratio to the first one. */
    private static String title(MultipleComparison m) {
        if (m.sweep() != null) {
            return SweepText.headline(m);
        }
        RankedProgram best = m.ranking().get(0);
        Measurand what = m.comparison().primary().what();
        String order = String.join(", ", m.ranking().stream().map(RankedProgram::name).toList());
        String last = m.comparison().a().name();
        return what.title() + ", best first: " + order + (best.name().equals(last) ? ""
                : "; " + RatioText.verdict(RankingText.withReference(m, best)).replace("+-", "±"));
    }

    /** Draws the ratio of each program to the first one with its simultaneous interval, the best program on top. */
    static Panel ranking(MultipleComparison m) {
        List<RankedProgram> programs = m.ranking();
        String reference = m.comparison().a().name();
        Panel panel = Panel
                .of(m.comparison().primary().what().title() + " relative to " + reference
                        + ", simultaneous 95 % intervals",
                        Scale.names("",
                                programs.stream()
                                        .map(p -> ComparisonText.truncated(
                                                m.sweep() != null ? p.name() : p.name() + "  " + p.label(), MAX_NAME))
                                        .toList()))
                .x(Scale.linear("x " + reference))
                .height(Math.max(80, ROW_PIXELS * programs.size()));
        double margin = m.comparison().margin();
        panel.spans(Strip.row(new double[]{1 / (1 + margin)}, new double[]{1 + margin}, new int[1],
                List.of(RatioText.printedMargin(margin)))).rule(1, "", Ink.GREY);
        intervals(panel, programs, "no verdict", Ink.GREY, List.of(RatioVerdict.INCONCLUSIVE));
        intervals(panel, programs, "same", Ink.BLACK, List.of(RatioVerdict.SAME));
        intervals(panel, programs, "better", Ink.BLUE, List.of(RatioVerdict.BETTER));
        intervals(panel, programs, "worse", Ink.ORANGE, List.of(RatioVerdict.WORSE));
        intervals(panel, programs, "higher or lower", Ink.PURPLE, List.of(RatioVerdict.HIGHER, RatioVerdict.LOWER));
        return panel;
    }

    private static void intervals(Panel panel, List<RankedProgram> programs, String name, Ink ink,
            List<RatioVerdict> verdicts) {
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            RankedProgram p = programs.get(i);
            if (p.verdict() != null && verdicts.contains(p.verdict())) {
                double middle = p.ratio().ratio();
                rows.add(new double[]{i, middle, p.ratio().low() == null ? middle : p.ratio().low(),
                        p.ratio().high() == null ? middle : p.ratio().high()});
            }
        }
        if (!rows.isEmpty()) {
            panel.rowIntervals(name, column(rows, 0), column(rows, 1), column(rows, 2), column(rows, 3), ink);
        }
    }

    /** Draws the ratio of each program to the first one in each round, which shows a drift or an outlier. */
    private static Panel rounds(MultipleComparison m) {
        List<Comparison> comparisons = m.withReference();
        int n = m.comparison().runs();
        Panel panel = Panel.of("ratio to " + m.comparison().a().name() + " in each round", Scale.linear("x"))
                .x(Scale.linear("round, in the order of time").between(0, n + 1))
                .height(190)
                .level(1, "", Ink.GREY);
        for (int p = 0; p < Math.min(comparisons.size(), MAX_SERIES); p++) {
            MetricComparison primary = comparisons.get(p).primary();
            double[] at = new double[n];
            double[] ratio = new double[n];
            for (int i = 0; i < n; i++) {
                at[i] = i + 1;
                ratio[i] = primary.b().get(i) / primary.a().get(i);
            }
            panel.points(comparisons.get(p).b().name(), at, ratio, Ink.series(p));
        }
        return comparisons.size() <= MAX_SERIES ? panel
                : panel.remark("the first " + MAX_SERIES + " of " + comparisons.size() + " programs");
    }

    private static double[] column(List<double[]> rows, int column) {
        return rows.stream().mapToDouble(r -> r[column]).toArray();
    }

    /** Returns the page of several programs: the ranking, then every quantity of each comparison. */
    public static Page page(MultipleComparison m) {
        Comparison first = m.comparison();
        List<PageTable> tables = new ArrayList<>();
        tables.add(rankingTable(m));
        m.all().forEach(c -> tables.add(ComparisonPage.metrics(c)));
        List<PageCard> cards = m.withReference()
                .stream()
                .map(c -> new PageCard(c.b().name() + ": " + ComparisonPage.verdict(c.primary()),
                        RatioText.withInterval(c.primary().ratio()), "x " + c.a().name() + ", " + c.b().label()))
                .toList();
        List<PageFact> facts = new ArrayList<>();
        m.programs().forEach(p -> {
            facts.add(new PageFact(p.name(), p.label()));
            facts.add(new PageFact("runs of " + p.name(), String.join(", ", p.runs())));
        });
        facts.add(new PageFact("design", RankingText.design(m)));
        RankingText.notes(m).forEach(n -> facts.add(new PageFact("note", n)));
        return new Page(title(m),
                first.runs() + " interleaved rounds · "
                        + String.join(" · ", m.programs().stream().map(p -> p.name() + ": " + p.label()).toList()),
                cards, findings(m), PageSeries.NONE, PageClocks.ONE, List.of(), tables, List.of(), facts, List.of(),
                "");
    }

    private static List<PageFinding> findings(MultipleComparison m) {
        Set<String> words = new LinkedHashSet<>();
        for (Comparison c : m.all()) {
            c.failed().forEach(f -> words.add(f + "."));
            if (c.outputs() != null && c.outputs().result() == OutputResult.DIFFERENT) {
                words.add(ComparisonText.outputs(c) + ".");
            }
            if (c.unintended()) {
                words.add(RankingText.unintended(c));
            }
        }
        return Stream.concat(words.stream(), m.all().stream().map(c -> RatioText.verdict(c) + "."))
                .limit(Math.max(MAX_FINDINGS, m.all().size()))
                .map(w -> PageFinding.ofAll(w, -1, -1))
                .toList();
    }

    private static PageTable rankingTable(MultipleComparison m) {
        Measurand what = m.comparison().primary().what();
        String reference = m.comparison().a().name();
        List<List<Cell>> rows = new ArrayList<>();
        for (RankedProgram p : m.ranking()) {
            boolean first = p.verdict() == null;
            MetricComparison primary = first ? null : RankingText.withReference(m, p).primary();
            rows.add(List.of(Cell.of(p.name()), Cell.of(p.label()), Cell.of(ComparisonText.value(what, p.value())),
                    Cell.of(first ? "1" : RatioText.withInterval(p.ratio())),
                    Cell.of(first ? "" : RatioText.p(primary.pHolm())),
                    Cell.of(first ? "" : ComparisonPage.verdict(primary))));
        }
        return new PageTable("Ranking by " + what.title(),
                "Geometric means of the rounds, best first. The intervals and p hold for all "
                        + m.comparison().simultaneous() + " comparisons together (Bonferroni).",
                List.of(),
                List.of(ComparisonPage.text("program"), ComparisonPage.text("command"),
                        ComparisonPage.number("geometric mean"),
                        ComparisonPage.number("x " + reference + " (95 % interval)"), ComparisonPage.number("p"),
                        ComparisonPage.text("verdict")),
                rows);
    }
}
