package runbench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.parser.series.Axis;
import runbench.parser.simpoint.EventEstimate;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/**
 * The intervals of an emulated run, coloured by the code that they execute, and the representative of each colour: two
 * rows above the panels.
 */
final class IntervalStrip {
    private static final double HEIGHT = 40;
    private static final int CHOSEN_ROW = 1;

    private IntervalStrip() {
    }

    /**
     * Returns the strip of the task with most instructions.
     *
     * @param chartAxis axis of the chart
     * @return empty if the run has no vectors or all its intervals execute the same code
     */
    static Optional<Panel> panel(PlacedIntervals intervals, Axis chartAxis, Abscissa x) {
        if (intervals == null || chartAxis != Axis.INSTRUCTIONS || intervals.tasks().isEmpty()
                || intervals.tasks().get(0).clusters().size() < 2) {
            return Optional.empty();
        }
        PlacedIntervals.OfTask t = intervals.tasks().get(0);
        double[] middle = t.representatives().stream().mapToDouble(p -> x.at((p.from() + p.to()) / 2)).toArray();
        String scope = intervals.taskCount() > 1 ? "of task " + t.task() + ", emulated: " : "emulated: ";
        Panel panel = Panel.of("Intervals", Scale.names("", List.of("same code", "representative")))
                .detail(scope + "each of " + Numbers.si(t.length(), 3, "") + Numbers.THIN_SPACE
                        + "instructions; a dot marks the representative of its colour")
                .strip(strip(t, x))
                .points("", middle, IntStream.range(0, middle.length).mapToDouble(i -> CHOSEN_ROW).toArray(), Ink.BLACK)
                .height(HEIGHT);
        t.estimates().stream().findFirst().ifPresent(e -> panel.remark(precision(t, e)));
        return Optional.of(panel);
    }

    private static Strip strip(PlacedIntervals.OfTask t, Abscissa x) {
        PlacedIntervals.Course course = t.course();
        double[] edges = course.edges().stream().mapToDouble(x::at).toArray();
        int n = course.clusters().size();
        return Strip.row(Arrays.copyOf(edges, n), Arrays.copyOfRange(edges, 1, n + 1),
                course.clusters().stream().mapToInt(c -> c).toArray(),
                IntStream.range(0, t.clusters().size()).mapToObj(String::valueOf).toList());
    }

    private static String precision(PlacedIntervals.OfTask t, EventEstimate e) {
        return Numbers.percent(t.measuredShare()) + " of them give " + e.event() + " within ± "
                + Numbers.percent(e.halfWidth());
    }
}
