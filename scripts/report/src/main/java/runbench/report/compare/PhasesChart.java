package runbench.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.compare.PhaseAlignment.Fit;
import runbench.parser.series.Envelope;
import runbench.parser.structure.Structure.Stay;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.Page.PageExhibit;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.Column;
import runbench.plotter.theme.Ink;
import runbench.report.compare.ComparisonPage.PhasesBeside;

/** The chart of A and B over time with aligned phases, and the table of phase lengths. */
final class PhasesChart {
    private static final int MAX_PANELS = 4;
    private static final int WIDTH = 1100;

    private PhasesChart() {
    }

    /** Returns the exhibit of the page. */
    static PageExhibit exhibit(PhasesBeside p) {
        PhaseAlignment alignment = p.alignment();
        boolean alike = alignment.fit() == Fit.ALIKE;
        PageExhibit.Shown shown = new PageExhibit.Shown("A: " + p.runA() + " · B: " + p.runB(), null,
                Charts.png(figure(p), 1),
                "Rates of A and B over time" + (alike ? ", aligned by phase; the table contains the lengths." : "."),
                List.of(), alike ? lengths(p) : null);
        return new PageExhibit("A and B over time", "", "", List.of(words(p)), List.of(shown));
    }

    /** Returns a sentence about the alignment or the reason for its absence. */
    static String words(PhasesBeside p) {
        PhaseAlignment alignment = p.alignment();
        return switch (alignment.fit()) {
            case ALIKE ->
                "For each side, the run nearest to the median. Both have the same phases in the same order. Each "
                        + "stretch of B is scaled to the length of A's stretch; "
                        + "the table contains the real lengths.";
            case NO_PHASES ->
                "For each side, the run nearest to the median, over its own time. Not aligned: no phases were found in "
                        + (alignment.a().size() > 1 ? "B" : alignment.b().size() > 1 ? "A" : "either") + ".";
            case OTHER_PHASES -> String.format(Locale.ROOT,
                    "For each side, the run nearest to the median, over its own time. Not aligned: A has %d different "
                            + "phases and B %d.",
                    kinds(alignment.a()), kinds(alignment.b()));
            case OTHER_ORDER -> String.format(Locale.ROOT,
                    "For each side, the run nearest to the median, over its own time. Not aligned: the phases differ "
                            + "in order or number (%d stretches in A, %d in B).",
                    alignment.a().size(), alignment.b().size());
        };
    }

    private static long kinds(List<Stay> stays) {
        return stays.stream().map(Stay::phase).distinct().count();
    }

    static Figure figure(PhasesBeside p) {
        boolean alike = p.alignment().fit() == Fit.ALIKE;
        Figure figure = Figure.titled("")
                .width(WIDTH)
                .x(Scale.linear((alike ? "A's own axis" : "own axis of each") + " [" + p.unit() + "]"));
        if (p.alignment().a().size() + p.alignment().b().size() > 2) {
            figure.add(Panel.of("Phases", Scale.names("", List.of("A", "B"))).strip(strip(p, alike)).height(44));
        }
        p.a().stream().filter(a -> find(p.b(), a.event()) != null).limit(MAX_PANELS).forEach(a -> {
            Envelope b = find(p.b(), a.event());
            figure.add(Panel.of(a.event(), Scale.linear(a.rateUnit()).startingAtZero().si(""))
                    .height(130)
                    .line("A", positions(a), a.mean(), Ink.BLUE)
                    .line("B", alike ? DoubleStream.of(positions(b)).map(p.alignment()::inA).toArray() : positions(b),
                            b.mean(), Ink.ORANGE));
        });
        return figure;
    }

    private static Envelope find(List<Envelope> all, String event) {
        return all.stream().filter(e -> e.event().equals(event)).findFirst().orElse(null);
    }

    /** Returns the centres of the envelope's bins. */
    private static double[] positions(Envelope e) {
        return IntStream.range(0, e.buckets()).mapToDouble(i -> e.origin() + (i + 0.5) * e.bucketWidth()).toArray();
    }

    private static Strip strip(PhasesBeside p, boolean alike) {
        List<Stay> a = p.alignment().a();
        List<Stay> b = alike ? a : p.alignment().b();
        List<String> names = Stream.concat(a.stream(), b.stream()).map(Stay::phase).distinct().sorted().toList();
        List<Stay> both = new ArrayList<>(a);
        both.addAll(b);
        return new Strip(IntStream.range(0, both.size()).map(i -> i < a.size() ? 0 : 1).toArray(),
                both.stream().mapToDouble(Stay::from).toArray(), both.stream().mapToDouble(Stay::to).toArray(),
                both.stream().mapToInt(s -> names.indexOf(s.phase())).toArray(), names);
    }

    private static PageTable lengths(PhasesBeside p) {
        PhaseAlignment alignment = p.alignment();
        return new PageTable("Phase by phase", "Total length of each phase.", List.of(),
                List.of(new Column("phase", false), new Column("times", true), new Column("A (" + p.unit() + ")", true),
                        new Column("B (" + p.unit() + ")", true), new Column("B/A − 1 (%)", true)),
                alignment.phases().stream().map(phase -> {
                    double a = PhaseAlignment.length(alignment.a(), phase);
                    double b = PhaseAlignment.length(alignment.b(), phase);
                    return List.of(Cell.of(phase),
                            Cell.of(String
                                    .valueOf(alignment.a().stream().filter(s -> s.phase().equals(phase)).count())),
                            Cell.of(String.format(Locale.ROOT, "%.4g", a)),
                            Cell.of(String.format(Locale.ROOT, "%.4g", b)), Cell.of(RatioText.printedChange(b / a, 1)));
                }).toList());
    }
}
