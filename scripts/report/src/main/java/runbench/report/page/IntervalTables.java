package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.parser.simpoint.EventEstimate;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.simpoint.PlacedIntervals.OfTask;
import runbench.parser.stats.RunSummary;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.PagePicture;

/** Builds the tables of an emulated run's representative intervals and their estimates of the whole run. */
final class IntervalTables {
    private static final double INSTRUCTIONS_PER_RATE = 1000;

    private IntervalTables() {
    }

    /** Returns tables for the tasks with most instructions; empty if the run has no vectors. */
    static List<PageTable> of(RunSummary summary) {
        PlacedIntervals intervals = summary.simpoints();
        List<PageTable> out = new ArrayList<>();
        if (intervals != null) {
            double end = intervals.tasks()
                    .stream()
                    .mapToDouble(t -> t.course().edges().get(t.course().edges().size() - 1))
                    .max()
                    .orElse(0);
            intervals.tasks().forEach(t -> out.add(clusters(t, named(intervals, t), end)));
            intervals.tasks()
                    .stream()
                    .filter(t -> !t.estimates().isEmpty())
                    .forEach(t -> out.add(estimates(t, named(intervals, t), intervals.error())));
        }
        return out;
    }

    private static String named(PlacedIntervals intervals, OfTask t) {
        return intervals.taskCount() > 1 ? ", task " + t.task() : "";
    }

    private static PageTable clusters(OfTask t, String of, double end) {
        List<List<Cell>> rows = new ArrayList<>();
        double most = t.clusters().stream().mapToDouble(IntervalCluster::share).max().orElse(1);
        for (int c = 0; c < t.clusters().size(); c++) {
            IntervalCluster cluster = t.clusters().get(c);
            rows.add(List.of(Cell.of(String.valueOf(cluster.cluster())),
                    Cell.of(course(t, c, end), "its stretches along the run; the dot is the representative interval"),
                    Cell.of(Numbers.count(cluster.intervals())),
                    new Cell(PageNumbers.percent(cluster.share()), cluster.share() / most),
                    Cell.of(Numbers.count(cluster.representative())), Cell.of(Numbers.count(cluster.from())),
                    Cell.of(cluster.function())));
        }
        return new PageTable("Representative intervals" + of,
                "Emulated. " + Numbers.count(t.intervals()) + " intervals of " + Numbers.count(t.length())
                        + " instructions. A cluster contains intervals that execute the same code with similar memory "
                        + "references; one representative per cluster is sufficient for "
                        + "a slower simulation (SimPoint). Numbers start at 0.",
                List.of(),
                List.of(PageNumbers.text("cluster"), PageNumbers.text("where"), PageNumbers.number("intervals"),
                        PageNumbers.number("of the instructions"), PageNumbers.number("representative interval"),
                        PageNumbers.number("starts after (instructions)"), PageNumbers.text("mostly in")),
                rows);
    }

    private static PagePicture course(OfTask t, int cluster, double end) {
        List<Double> edges = t.course().edges();
        List<double[]> own = new ArrayList<>();
        for (int i = 0; i < t.course().clusters().size(); i++) {
            if (t.course().clusters().get(i) == cluster) {
                own.add(new double[]{edges.get(i), edges.get(i + 1)});
            }
        }
        PlacedIntervals.Place chosen = t.representatives().get(cluster);
        return new PagePicture.Stretches(own.stream().mapToDouble(s -> s[0]).toArray(),
                own.stream().mapToDouble(s -> s[1]).toArray(), (chosen.from() + chosen.to()) / 2, end);
    }

    private static PageTable estimates(OfTask t, String of, double error) {
        List<List<Cell>> rows = t.estimates()
                .stream()
                .map(e -> List.of(Cell.of(e.event() + (e.used() ? " *" : "")), rate(e.all()), rate(e.simpoint()),
                        change(e.simpointError()), rate(e.stratified()), change(e.stratifiedError()),
                        Cell.of(number(e.low()) + " to " + number(e.high())),
                        Cell.of(e.holds() ? "inside" : "outside")))
                .toList();
        return new PageTable("Estimates of the whole run" + of,
                "Emulated, per 1,000 instructions. The size of the sample is chosen for ± " + Numbers.percent(error)
                        + " of " + t.estimates().get(0).event() + ": " + Numbers.count(t.measured()) + " intervals, "
                        + PageNumbers.percent(t.measuredShare()) + " of them (bbv/" + t.task() + ".strata.csv)."
                        + (t.estimates().stream().anyMatch(EventEstimate::used)
                                ? " *: used for clustering, so its row is not an independent check."
                                : ""),
                List.of(),
                List.of(PageNumbers.text("event"), PageNumbers.number("all intervals"),
                        PageNumbers.number("one per cluster"), PageNumbers.number("error"),
                        PageNumbers.number("sample"), PageNumbers.number("error"),
                        PageNumbers.number("95 % interval of the sample"), PageNumbers.text("all intervals")),
                rows);
    }

    private static Cell rate(double perInstruction) {
        return Cell.of(number(perInstruction));
    }

    private static String number(double perInstruction) {
        return PageNumbers.value(PageMetric.Kind.RATIO, INSTRUCTIONS_PER_RATE * perInstruction, 4);
    }

    private static Cell change(double relative) {
        return Cell.of(String.format(Locale.ROOT, "%+.2f %%", 100 * relative));
    }
}
