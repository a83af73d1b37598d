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
 * Which intervals of an emulated run execute the same code, and which one stands for each kind: two rows above the
 * panels.
 */
final class IntervalStrip {
    private static final double HEIGHT = 40;
    private static final int CHOSEN_ROW = 1;

    private IntervalStrip() {
    }

    /**
     * Of the task with most instructions. Empty where the run has no vectors, or no two of its intervals differ. @param
     * along the chart's
     */
    static Optional<Panel> panel(PlacedIntervals intervals, Axis along, Abscissa x) {
        if (intervals == null || along != Axis.INSTRUCTIONS || intervals.tasks().isEmpty()
                || intervals.tasks().get(0).clusters().size() < 2) {
            return Optional.empty();
        }
        PlacedIntervals.OfTask t = intervals.tasks().get(0);
        double[] middle = t.representatives().stream().mapToDouble(p -> x.at((p.from() + p.to()) / 2)).toArray();
        String whose = intervals.taskCount() > 1 ? "of task " + t.task() + ", emulated: " : "emulated: ";
        Panel panel = Panel.of("Intervals", Scale.names("", List.of("same code", "stands for it")))
                .detail(whose + "each of " + Numbers.si(t.length(), 3, "") + Numbers.THIN_SPACE
                        + "instructions; a dot for the one that stands for its colour")
                .strip(strip(t, x))
                .points("", middle, IntStream.range(0, middle.length).mapToDouble(i -> CHOSEN_ROW).toArray(), Ink.BLACK)
                .height(HEIGHT);
        t.estimates().stream().findFirst().ifPresent(e -> panel.remark(certainty(t, e)));
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

    private static String certainty(PlacedIntervals.OfTask t, EventEstimate e) {
        return Numbers.percent(t.measuredShare()) + " of them tell " + e.event() + " to ± "
                + Numbers.percent(e.halfWidth());
    }
}
