package runbench.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.RatioVerdict;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/**
 * The chart of a comparison: B/A - 1 in percent, with each pair of the primary quantity as a dot, then the intervals of
 * all quantities relative to the margin.
 */
public final class ComparisonChart {
    /** Maximum number of rows in the forest plot. */
    private static final int MAX_ROWS = 24;
    private static final double ROW_PIXELS = 30;

    private ComparisonChart() {
    }

    public static Figure figure(Comparison c) {
        Figure figure = Figure.titled(RatioText.headline(c).replace("+-", "±"))
                .label("A: " + c.a().label() + " · B: " + c.b().label())
                .provenance(c.pairing() == Pairing.INTERLEAVED ? c.runs() + " interleaved pairs"
                        : c.a().runs().size() + " and " + c.b().runs().size() + " runs, not paired");
        MetricComparison m = c.primary();
        figure.add(c.pairing() == Pairing.INTERLEAVED ? pairs(c, m) : runs(m));
        figure.add(forest(c));
        if (c.unintended()) {
            figure.note("More than one thing differs: "
                    + String.join(", ", c.differences().stream().map(d -> d.name()).toList()));
        }
        return figure;
    }

    private static Panel pairs(Comparison c, MetricComparison m) {
        double[] at = new double[c.runs()];
        double[] change = new double[c.runs()];
        for (int i = 0; i < at.length; i++) {
            at[i] = i + 1;
            change[i] = 100 * (m.b().get(i) / m.a().get(i) - 1);
        }
        Panel panel = Panel.of(m.what().title() + ", B/A - 1 of each pair", Scale.linear("%"))
                .x(Scale.linear("pair, in the order of time").between(0, at.length + 1))
                .height(190);
        margin(panel, c, false);
        if (m.ratio().low() != null) {
            panel.band("95 % interval of the mean", new double[]{0, at.length + 1.0}, twice(percent(m.ratio().low())),
                    twice(percent(m.ratio().high())), Ink.BLUE);
        }
        return panel.points("pair", at, change, Ink.BLUE);
    }

    /** Draws runs without pairs, each in percent relative to the median of A. */
    private static Panel runs(MetricComparison m) {
        double[] a = changes(m.a(), m.medianA());
        double[] b = changes(m.b(), m.medianA());
        return Panel.of(m.what().title() + ", of the median of A", Scale.names("", List.of("A", "B")))
                .x(Scale.linear("%"))
                .height(110)
                .points("A", a, rows(a.length, 0), Ink.BLUE)
                .points("B", b, rows(b.length, 1), Ink.ORANGE);
    }

    private static Panel forest(Comparison c) {
        List<MetricComparison> all = c.all().stream().limit(MAX_ROWS).toList();
        List<String> names = all.stream().map(m -> m.what().name()).toList();
        Panel panel = Panel.of("B/A - 1, 95 % intervals", Scale.names("", names))
                .x(Scale.linear("%"))
                .height(Math.max(80, ROW_PIXELS * all.size()));
        margin(panel, c, true);
        forest(panel, all, "no verdict", Ink.GREY, List.of(RatioVerdict.INCONCLUSIVE));
        forest(panel, all, "same", Ink.BLACK, List.of(RatioVerdict.SAME));
        forest(panel, all, "better", Ink.BLUE, List.of(RatioVerdict.BETTER));
        forest(panel, all, "worse", Ink.ORANGE, List.of(RatioVerdict.WORSE));
        forest(panel, all, "higher or lower", Ink.PURPLE, List.of(RatioVerdict.HIGHER, RatioVerdict.LOWER));
        return c.others().size() >= MAX_ROWS ? panel.remark("the first " + MAX_ROWS + " of " + c.all().size()) : panel;
    }

    private static void forest(Panel panel, List<MetricComparison> all, String name, Ink ink,
            List<RatioVerdict> verdicts) {
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            MetricComparison m = all.get(i);
            if (verdicts.contains(m.verdict())) {
                double middle = percent(m.ratio().ratio());
                rows.add(new double[]{i, middle, m.ratio().low() == null ? middle : percent(m.ratio().low()),
                        m.ratio().high() == null ? middle : percent(m.ratio().high())});
            }
        }
        if (!rows.isEmpty()) {
            panel.rowIntervals(name, column(rows, 0), column(rows, 1), column(rows, 2), column(rows, 3), ink);
        }
    }

    private static void margin(Panel panel, Comparison c, boolean across) {
        double low = percent(1 / (1 + c.margin()));
        double high = 100 * c.margin();
        if (across) {
            panel.spans(Strip.row(new double[]{low}, new double[]{high}, new int[1],
                    List.of(RatioText.printedMargin(c.margin())))).rule(0, "", Ink.GREY);
        } else {
            panel.area(RatioText.printedMargin(c.margin()), new double[]{0, c.runs() + 1.0}, twice(low), twice(high),
                    Ink.GREY);
        }
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    static double[] twice(double value) {
        return new double[]{value, value};
    }

    private static double[] changes(List<Double> values, double of) {
        return values.stream().mapToDouble(v -> percent(v / of)).toArray();
    }

    private static double[] rows(int n, double row) {
        return Stream.generate(() -> row).limit(n).mapToDouble(v -> v).toArray();
    }

    private static double[] column(List<double[]> rows, int column) {
        return rows.stream().mapToDouble(r -> r[column]).toArray();
    }
}
