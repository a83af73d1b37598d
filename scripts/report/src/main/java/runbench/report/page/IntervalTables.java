package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.parser.simpoint.EventEstimate;
import runbench.parser.simpoint.IntervalCluster;
import runbench.parser.simpoint.PlacedIntervals.OfTask;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.stats.RunSummary;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PagePicture;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable;

/** Which intervals stand for an emulated run, and what they say of the whole of it. */
final class IntervalTables {
    private static final double PER = 1000;

    private IntervalTables() {
    }

    /** Of the tasks with most instructions; empty where the run has no vectors. */
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
                    Cell.of(course(t, c, end),
                            "its stretches along the run, and a dot where the interval is that stands for it"),
                    Cell.of(Numbers.count(cluster.intervals())),
                    new Cell(PageNumbers.percent(cluster.share()), cluster.share() / most),
                    Cell.of(Numbers.count(cluster.representative())), Cell.of(Numbers.count(cluster.from())),
                    Cell.of(cluster.function())));
        }
        return new PageTable("Intervals that stand for the run" + of, "Emulated. Of " + Numbers.count(t.intervals())
                + " intervals of " + Numbers.count(t.length())
                + " instructions those are in one cluster that execute the same code with as many references; one of each is enough for "
                + "something slower to look at (SimPoint). Numbers count from 0.", List.of(),
                List.of(PageNumbers.text("cluster"), PageNumbers.text("where"), PageNumbers.number("intervals"),
                        PageNumbers.number("of the instructions"), PageNumbers.number("stands for it: interval"),
                        PageNumbers.number("which begins behind (instructions)"), PageNumbers.text("mostly in")),
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
                        Cell.of(e.holds() ? "holds" : "does not hold")))
                .toList();
        return new PageTable("What they say of the whole" + of,
                "Emulated, per 1,000 instructions. The sample is as large as ± " + Numbers.percent(error) + " of "
                        + t.estimates().get(0).event() + " asks for: " + Numbers.count(t.measured()) + " intervals, "
                        + PageNumbers.percent(t.measuredShare()) + " of them (bbv/" + t.task() + ".strata.csv)."
                        + (t.estimates().stream().anyMatch(EventEstimate::used)
                                ? " *: tells clusters apart, so its own row is no check."
                                : ""),
                List.of(),
                List.of(PageNumbers.text("event"), PageNumbers.number("all intervals"),
                        PageNumbers.number("one a cluster"), PageNumbers.number("error"), PageNumbers.number("sample"),
                        PageNumbers.number("error"), PageNumbers.number("95 % interval of the sample"),
                        PageNumbers.text("what all counted")),
                rows);
    }

    private static Cell rate(double perInstruction) {
        return Cell.of(number(perInstruction));
    }

    private static String number(double perInstruction) {
        return PageNumbers.value(PageMetric.Kind.RATIO, PER * perInstruction, 4);
    }

    private static Cell change(double relative) {
        return Cell.of(String.format(Locale.ROOT, "%+.2f %%", 100 * relative));
    }
}
