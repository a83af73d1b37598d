package runbench.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.parser.compare.PhaseAlignment.Fit;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.series.Envelope;
import runbench.parser.structure.Structure.Stay;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.PageExhibit;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.Column;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.theme.Ink;

/** Panels of A and B with the same phase below the same phase, and how long each phase is in both. */
final class PhasesChart {
    private static final int PANELS = 4;
    private static final int WIDTH = 1100;

    private PhasesChart() {
    }

    /** What the page shows. */
    static PageExhibit exhibit(PhasesBeside p) {
        PhaseAlignment alignment = p.alignment();
        boolean alike = alignment.fit() == Fit.ALIKE;
        PageExhibit.Shown shown = new PageExhibit.Shown("A: " + p.runA() + " · B: " + p.runB(), null,
                Charts.png(figure(p), 1),
                "Rates of A and B over time, one below the other"
                        + (alike ? ", phase by phase; the table has the lengths." : "."),
                List.of(), alike ? lengths(p) : null);
        return new PageExhibit("A and B over time", "", "", List.of(words(p)), List.of(shown));
    }

    /** Whether they were laid on one another, and if not, why. */
    static String words(PhasesBeside p) {
        PhaseAlignment alignment = p.alignment();
        return switch (alignment.fit()) {
            case ALIKE ->
                "The run of each whose value is nearest to the median. Both go through the same phases in the same order: each stretch of B is drawn as long as A's, so that what "
                        + "belongs together stands together; the table has how long it really took.";
            case NO_PHASES ->
                "The run of each whose value is nearest to the median, along its own time: no phases were found in "
                        + (alignment.a().size() > 1 ? "B" : alignment.b().size() > 1 ? "A" : "either")
                        + ", so that nothing could be aligned.";
            case OTHER_PHASES -> String.format(Locale.ROOT,
                    "The run of each whose value is nearest to the median, along its own time: A has %d different phases and B %d, so that nothing was aligned.",
                    kinds(alignment.a()), kinds(alignment.b()));
            case OTHER_ORDER -> String.format(Locale.ROOT,
                    "The run of each whose value is nearest to the median, along its own time: phases come in another order, or not equally often "
                            + "(%d stretches in A, %d in B), so that nothing was aligned.",
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
        p.a().stream().filter(a -> of(p.b(), a.event()) != null).limit(PANELS).forEach(a -> {
            Envelope b = of(p.b(), a.event());
            figure.add(Panel.of(a.event(), Scale.linear(a.rateUnit()).startingAtZero().si(""))
                    .height(130)
                    .line("A", positions(a), a.mean(), Ink.BLUE)
                    .line("B", alike ? DoubleStream.of(positions(b)).map(p.alignment()::inA).toArray() : positions(b),
                            b.mean(), Ink.ORANGE));
        });
        return figure;
    }

    private static Envelope of(List<Envelope> all, String event) {
        return all.stream().filter(e -> e.event().equals(event)).findFirst().orElse(null);
    }

    /** Middles of its bins. */
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
        return new PageTable("Phase by phase", "How long each phase is in all.", List.of(),
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
