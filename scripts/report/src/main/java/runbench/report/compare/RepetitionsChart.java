package runbench.report.compare;

import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.compare.Repetitions;
import runbench.parser.compare.Repetitions.Quantity;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/**
 * The chart of repeated runs: wall time in the order of the runs, which shows a drift or a slow first run, then the
 * spread of each quantity in percent of its median.
 */
public final class RepetitionsChart {
    private static final int MAX_ROWS = 24;
    private static final double ROW_PIXELS = 30;

    private RepetitionsChart() {
    }

    public static Figure figure(Repetitions r) {
        Quantity wall = r.quantities().get(0);
        double[] at = IntStream.rangeClosed(1, wall.values().size()).asDoubleStream().toArray();
        Panel order = Panel.of(wall.what().title() + " of each run", Scale.linear("s"))
                .x(Scale.linear("run, in the order of time").between(0, at.length + 1))
                .height(190);
        if (wall.low() != null) {
            order.band("95 % interval of the mean", new double[]{0, at.length + 1.0}, ComparisonChart.twice(wall.low()),
                    ComparisonChart.twice(wall.high()), Ink.BLUE);
        }
        order.points("run", at, wall.values().stream().mapToDouble(v -> v).toArray(), Ink.BLUE);
        return Figure.titled(RepetitionsText.headline(r).replace("+-", "±"))
                .label(r.label())
                .provenance(r.source())
                .add(order)
                .add(spread(r));
    }

    private static Panel spread(Repetitions r) {
        List<Quantity> shown = r.quantities().stream().filter(q -> q.median() != 0).limit(MAX_ROWS).toList();
        Panel panel = Panel
                .of("spread, relative to the median",
                        Scale.names("", shown.stream().map(q -> q.what().name()).toList()))
                .x(Scale.linear("%"))
                .height(Math.max(80, ROW_PIXELS * shown.size()));
        double[][] bars = new double[4][shown.size()];
        double[] at = new double[shown.size() * r.runs().size()];
        double[] row = new double[at.length];
        int n = 0;
        for (int i = 0; i < shown.size(); i++) {
            Quantity q = shown.get(i);
            for (double value : q.values()) {
                at[n] = percent(value, q);
                row[n++] = i;
            }
            bars[0][i] = i;
            bars[1][i] = percent(q.mean(), q);
            bars[2][i] = percent(q.low() == null ? q.mean() : q.low(), q);
            bars[3][i] = percent(q.high() == null ? q.mean() : q.high(), q);
        }
        return panel.points("run", at, row, Ink.BLUE)
                .rowIntervals("95 % interval of the mean", bars[0], bars[1], bars[2], bars[3], Ink.BLACK)
                .rule(0, "", Ink.GREY);
    }

    private static double percent(double value, Quantity q) {
        return 100 * (value / q.median() - 1);
    }
}
