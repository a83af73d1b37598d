package runbench.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.compare.RatioVerdict;
import runbench.parser.series.Envelope;
import runbench.parser.symbols.StackComparison;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageCalls;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageStacks;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.Column;
import runbench.plotter.render.html.PageTable.PagePicture;

/** Builds the page of a comparison: the verdict as its title, then reservations, every quantity and every run. */
public final class ComparisonPage {
    /** Minimum range of difference axes, in margins, and maximum range, as a share. */
    private static final double MIN_RANGE_MARGINS = 3;
    private static final double MAX_RANGE = 0.5;
    private static final int MAX_FINDINGS = 5;

    private ComparisonPage() {
    }

    /** Returns the page of a comparison. */
    public static Page of(Comparison c) {
        return of(c, Optional.empty(), Optional.empty());
    }

    /** Returns the page of a comparison with one run of each side over time, and the call stacks of both. */
    public static Page of(Comparison c, Optional<PhasesBeside> runs, Optional<StackComparison> stacks) {
        List<PageTable> tables = new ArrayList<>();
        List<Difference> told = c.differences()
                .stream()
                .filter(d -> c.unintended() || d.about() != Difference.About.PROGRAM)
                .toList();
        if (!told.isEmpty()) {
            tables.add(
                    new PageTable("What else differs",
                            c.unintended() ? "More than one thing differs, so the cause of a difference is unknown."
                                    : "",
                            List.of(), List.of(text("fact"), text("A"), text("B")),
                            told.stream().map(d -> List.of(Cell.of(d.name()), fact(d.a()), fact(d.b()))).toList()));
        }
        tables.add(metrics(c));
        tables.add(runs(c));
        return new Page(RatioText.headline(c),
                ComparisonText.design(c) + " · A: " + c.a().label() + " · B: " + c.b().label(), cards(c), findings(c),
                PageSeries.NONE, PageClocks.ONE, PageCalls.NONE,
                stacks.map(s -> StackDifference.of(s, c.a().name(), c.b().name())).orElse(PageStacks.NONE), List.of(),
                tables, runs.map(PhasesChart::exhibit).stream().toList(), facts(c), List.of(), "");
    }

    private static List<PageCard> cards(Comparison c) {
        MetricComparison m = c.primary();
        List<PageCard> cards = new ArrayList<>();
        String[] change = RatioText.printedChange(m.ratio());
        cards.add(new PageCard("verdict on " + m.what().title(), verdict(m),
                c.primaryReason() == null ? "the quantity selected in advance" : c.primaryReason()));
        cards.add(new PageCard("B/A − 1", change[0] + " %", change[1].isEmpty() ? "too few runs for an interval"
                : Math.round(100 * c.confidence()) + " % interval " + change[1]));
        cards.add(new PageCard(c.pairing() == Pairing.INTERLEAVED ? "pairs" : "runs", String.valueOf(c.runs()),
                RatioText.tooNoisy(c, m) ? RatioText.missing(c, m) + "; " + RatioText.resolved(c, m)
                        : RatioText.missing(c, m)));
        cards.add(new PageCard("other quantities",
                String.valueOf(c.others().stream().filter(o -> o.verdict().different()).count()),
                "of " + c.others().size() + " differ, after Holm's correction"));
        return cards;
    }

    private static List<PageFinding> findings(Comparison c) {
        List<String> words = new ArrayList<>();
        c.failed().forEach(f -> words.add(f + "."));
        if (c.outputs() != null && c.outputs().result() == OutputResult.DIFFERENT) {
            words.add(ComparisonText.outputs(c) + ".");
        }
        if (c.unintended()) {
            words.add("More than one thing differs, so the cause of a difference is unknown: "
                    + String.join(", ", c.differences().stream().map(Difference::name).toList()) + ".");
        }
        c.disturbed()
                .forEach(d -> words.add("Noise sources in " + d.runs() + " of "
                        + (c.a().runs().size() + c.b().runs().size()) + " runs: " + d.detail() + "."));
        if (c.pairing() == Pairing.UNPAIRED) {
            words.add("The runs are not paired, so a drift of the machine between them cannot be excluded.");
        }
        c.all()
                .stream()
                .filter(m -> !m.outliersA().isEmpty() || !m.outliersB().isEmpty())
                .findFirst()
                .ifPresent(m -> words.add("Outlier in " + m.what().title() + ": " + ComparisonText.outliers(c, m)
                        + ". It is included in all results."));
        c.others()
                .stream()
                .filter(m -> m.verdict() == RatioVerdict.WORSE)
                .limit(2)
                .forEach(m -> words.add(
                        "B is worse in " + m.what().title() + ": " + RatioText.printedChange(m.ratio())[0] + " %."));
        return words.stream().limit(MAX_FINDINGS).map(w -> PageFinding.ofAll(w, -1, -1)).toList();
    }

    static PageTable metrics(Comparison c) {
        double reach = Math.min(MAX_RANGE,
                Math.max(MIN_RANGE_MARGINS * c.margin(),
                        c.all()
                                .stream()
                                .filter(m -> m.ratio().low() != null)
                                .flatMapToDouble(m -> DoubleStream.of(m.ratio().low() - 1, m.ratio().high() - 1))
                                .map(Math::abs)
                                .max()
                                .orElse(0) * 1.1));
        List<Column> columns = List.of(text("quantity"), number(c.a().name()), number(c.b().name()),
                number(c.b().name() + "/" + c.a().name() + " − 1 (%)"),
                number(Math.round(100 * c.confidence()) + " % interval"), number("p"), text("pairs and interval"),
                text("verdict"));
        return new PageTable(c.simultaneous() == 1 ? "Quantities" : c.b().name() + " and " + c.a().name(),
                (c.pairing() == Pairing.INTERLEAVED ? "Geometric means of the runs."
                        : "Medians of the runs. " + ComparisonText.UNPAIRED_RATIO + ".")
                        + " Drawing: one dot per pair, below it the interval with its centre; the strip is "
                        + "the margin within which values count as the same (" + RatioText.printedMargin(c.margin())
                        + "). Range of the axis: ±" + Math.round(100 * reach)
                        + " %. The first quantity was selected in advance; p of the others after Holm's correction.",
                List.of(), columns, c.all().stream().map(m -> row(c, m, reach)).toList());
    }

    private static List<Cell> row(Comparison c, MetricComparison m, double reach) {
        String[] change = RatioText.printedChange(m.ratio());
        double[] dots = c.pairing() != Pairing.INTERLEAVED ? new double[0]
                : IntStream.range(0, Math.min(m.a().size(), m.b().size()))
                        .mapToDouble(i -> m.b().get(i) / m.a().get(i) - 1)
                        .filter(Double::isFinite)
                        .toArray();
        PagePicture picture = new PagePicture.Pairs(dots, known(m.ratio().low()), known(m.ratio().ratio()),
                known(m.ratio().high()), c.margin(), reach);
        double[] centres = ComparisonText.centres(c, m);
        return List.of(Cell.of(m.what().title() + (m.estimated() == null ? "" : " ≈")),
                Cell.of(ComparisonText.value(m, centres[0])), Cell.of(ComparisonText.value(m, centres[1])),
                Cell.of(change[0]), Cell.of(change[1]), Cell.of(RatioText.p(m.pHolm())),
                Cell.of(picture, dots.length + " pairs"), Cell.of(verdict(m)));
    }

    private static double known(Double ratio) {
        return ratio == null ? Double.NaN : ratio - 1;
    }

    static String verdict(MetricComparison m) {
        return m.verdict() == RatioVerdict.INCONCLUSIVE ? "no verdict" : m.verdict().label();
    }

    /** Returns the table of the primary quantity's values, in the order of the runs. */
    private static PageTable runs(Comparison c) {
        MetricComparison m = c.primary();
        boolean paired = c.pairing() == Pairing.INTERLEAVED;
        int rows = Math.max(m.a().size(), m.b().size());
        return new PageTable("Runs", "The " + m.what().title() + " of each run" + (paired ? ", pair by pair." : "."),
                List.of(),
                Stream.concat(Stream.of(text(paired ? "pair" : "run"), number("A"), number("B")),
                        paired ? Stream.of(number("B/A − 1 (%)")) : Stream.empty()).toList(),
                IntStream.range(0, rows)
                        .mapToObj(i -> Stream.concat(
                                Stream.of(Cell.of(String.valueOf(i + 1)), value(m, m.a(), i), value(m, m.b(), i)),
                                paired ? Stream.of(Cell.of(RatioText.printedChange(m.b().get(i) / m.a().get(i), 2)))
                                        : Stream.<Cell>empty())
                                .toList())
                        .toList());
    }

    private static Cell value(MetricComparison m, List<Double> values, int i) {
        return Cell.of(i < values.size() ? ComparisonText.value(m, values.get(i)) : "");
    }

    private static List<PageFact> facts(Comparison c) {
        List<PageFact> facts = new ArrayList<>();
        facts.add(new PageFact("A", c.a().label()));
        facts.add(new PageFact("runs of A", String.join(", ", c.a().runs())));
        facts.add(new PageFact("B", c.b().label()));
        facts.add(new PageFact("runs of B", String.join(", ", c.b().runs())));
        facts.add(new PageFact("design", ComparisonText.design(c)));
        if (c.outputs() != null) {
            facts.add(new PageFact("outputs", ComparisonText.outputs(c)));
        }
        c.leftOut().forEach(l -> facts.add(new PageFact("excluded", l)));
        c.absent().forEach(a -> facts.add(new PageFact("not compared", a.name() + ": " + a.reason())));
        facts.removeIf(f -> f.value() == null || f.value().isBlank());
        return facts;
    }

    private static Cell fact(List<String> values) {
        return Cell.of(values.isEmpty() ? "unknown" : String.join(" | ", values));
    }

    static Column text(String heading) {
        return new Column(heading, false);
    }

    static Column number(String heading) {
        return new Column(heading, true);
    }

    /**
     * A representative run of A and one of B over time.
     *
     * @param runA path of the run of A
     * @param runB path of the run of B
     * @param unit unit of positions: s, or 10⁶ instructions
     * @param alignment alignment of their phases
     * @param a rates of A's events on its own axis
     * @param b rates of B's events on its own axis
     */
    public record PhasesBeside(String runA, String runB, String unit, PhaseAlignment alignment, List<Envelope> a,
            List<Envelope> b) {
        public PhasesBeside {
            a = List.copyOf(a);
            b = List.copyOf(b);
        }
    }
}
