package runbench.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MetricComparison.RatioInterval;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.Sweep;
import runbench.parser.compare.Sweep.SweepPoint;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/**
 * The chart of a sweep: the primary quantity by value, and speedup and efficiency of a parallel parameter beside their
 * ideal. The axes are logarithmic if the values are a geometric series.
 */
final class SweepChart {
    private static final double MAX_STEP_DIFFERENCE = 1.05;
    private static final int MIN_GEOMETRIC_VALUES = 3;

    private final MultipleComparison multiple;
    private final Sweep sweep;
    private final String parameter;
    private final boolean geometric;

    private SweepChart(MultipleComparison multiple, String parameter) {
        this.multiple = multiple;
        this.sweep = multiple.sweep();
        this.parameter = parameter;
        this.geometric = isGeometric(
                sweep.points().stream().mapToDouble(p -> p.number(parameter)).distinct().sorted().toArray());
    }

    /** Returns the chart; without a parameter of numbers, that of a ranking. */
    static Figure figure(MultipleComparison m) {
        String parameter = m.sweep()
                .points()
                .get(0)
                .parameters()
                .keySet()
                .stream()
                .filter(name -> m.sweep().points().stream().noneMatch(p -> Double.isNaN(p.number(name))))
                .reduce((a, b) -> b)
                .orElse(null);
        Figure figure = Figure.titled(SweepText.headline(m))
                .label(m.comparison().a().label())
                .provenance(RankingText.design(m));
        return parameter == null ? figure.add(RankingReport.ranking(m)) : new SweepChart(m, parameter).draw(figure);
    }

    private Figure draw(Figure figure) {
        figure.add(values());
        if (sweep.parallel() != null) {
            double[] x = numbers(sweep.points());
            double[] ideal = x.clone();
            double[] full = x.clone();
            for (int i = 0; i < x.length; i++) {
                ideal[i] = x[i] / x[0];
                full[i] = 100;
            }
            Panel speedup = Panel.of("speedup", scale("x " + multiple.comparison().a().name()))
                    .x(horizontal())
                    .height(190)
                    .line("ideal", x, ideal, Ink.GREY);
            intervals(speedup, x, sweep.points().stream().map(SweepPoint::speedup).toList(), 1);
            Panel efficiency = Panel.of("efficiency", Scale.linear("%").startingAtZero())
                    .x(horizontal())
                    .height(150)
                    .line("ideal", x, full, Ink.GREY);
            intervals(efficiency, x, sweep.points().stream().map(SweepPoint::efficiency).toList(), 100);
            figure.add(speedup).add(efficiency);
        }
        return figure;
    }

    /** Draws the mean with its interval by value, one series for each combination of the other parameters. */
    private Panel values() {
        Measurand what = multiple.comparison().primary().what();
        Panel panel = Panel
                .of(what.title() + ", mean and its 95 % interval",
                        what.unit().isEmpty() ? vertical(what.title())
                                : "s".equals(what.unit()) ? vertical("").si("s") : vertical(what.unit()))
                .x(horizontal())
                .height(230);
        if (sweep.parallel() != null) {
            double[] x = numbers(sweep.points());
            double[] ideal = new double[x.length];
            for (int i = 0; i < x.length; i++) {
                ideal[i] = sweep.points().get(0).quantity().mean() * x[0] / x[i];
            }
            panel.line("ideal", x, ideal, Ink.GREY);
        }
        Map<String, List<SweepPoint>> series = new LinkedHashMap<>();
        sweep.points().forEach(p -> series.computeIfAbsent(others(p), k -> new ArrayList<>()).add(p));
        int i = 0;
        for (Map.Entry<String, List<SweepPoint>> s : series.entrySet()) {
            List<SweepPoint> points = s.getValue();
            double[] mean = points.stream().mapToDouble(p -> p.quantity().mean()).toArray();
            panel.intervals(s.getKey().isEmpty() ? "measured" : s.getKey(), numbers(points), mean,
                    points.stream().mapToDouble(p -> end(p.quantity().low(), p.quantity().mean())).toArray(),
                    points.stream().mapToDouble(p -> end(p.quantity().high(), p.quantity().mean())).toArray(),
                    Ink.series(i++));
        }
        return panel;
    }

    private String others(SweepPoint p) {
        return p.parameters()
                .entrySet()
                .stream()
                .filter(e -> !e.getKey().equals(parameter))
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(","));
    }

    private static void intervals(Panel panel, double[] x, List<RatioInterval> ratios, double unit) {
        panel.intervals("measured", x, ratios.stream().mapToDouble(r -> unit * r.ratio()).toArray(),
                ratios.stream().mapToDouble(r -> unit * end(r.low(), r.ratio())).toArray(),
                ratios.stream().mapToDouble(r -> unit * end(r.high(), r.ratio())).toArray(), Ink.BLUE);
    }

    private static double end(Double known, double otherwise) {
        return known == null ? otherwise : known;
    }

    private double[] numbers(List<SweepPoint> points) {
        return points.stream().mapToDouble(p -> p.number(parameter)).toArray();
    }

    private Scale horizontal() {
        double[] x = numbers(sweep.points());
        double min = Arrays.stream(x).min().orElseThrow();
        double max = Arrays.stream(x).max().orElseThrow();
        double margin = 0.05 * (max - min);
        return geometric ? Scale.log(parameter).between(min / 1.2, max * 1.2)
                : Scale.linear(parameter).between(min - margin, max + margin);
    }

    /** A logarithmic axis cannot show the interval of a mean that reaches 0. */
    private Scale vertical(String label) {
        return sweep.points().stream().allMatch(p -> end(p.quantity().low(), p.quantity().mean()) > 0) ? scale(label)
                : Scale.linear(label).startingAtZero();
    }

    private Scale scale(String label) {
        return geometric ? Scale.log(label) : Scale.linear(label).startingAtZero();
    }

    /**
     * Returns whether values are a geometric series.
     *
     * @param values distinct values in ascending order
     */
    static boolean isGeometric(double[] values) {
        if (values.length < MIN_GEOMETRIC_VALUES || values[0] <= 0) {
            return false;
        }
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 1; i < values.length; i++) {
            least = Math.min(least, values[i] / values[i - 1]);
            most = Math.max(most, values[i] / values[i - 1]);
        }
        return most / least <= MAX_STEP_DIFFERENCE && least > MAX_STEP_DIFFERENCE * MAX_STEP_DIFFERENCE;
    }
}
