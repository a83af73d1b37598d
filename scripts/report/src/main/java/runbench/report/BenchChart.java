package runbench.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.session.BenchSession.ServiceResult;

/**
 * The chart of a bench of time services: errors over time, resolution against load and Allan deviation. Each service
 * has one colour; measurements under traffic have their own panels.
 */
public final class BenchChart {
    /** Resolution of readings in whole nanoseconds. */
    public static final double MIN_RESOLUTION_NANOS = 1;

    private BenchChart() {
    }

    public static Figure figure(List<ServiceResult> results) {
        Figure figure = Figure.titled("Time services").label("error = service minus truth, rates in sequence");
        boolean traffic = results.stream().flatMap(r -> r.series().stream()).anyMatch(s -> s.trafficMegabits() > 0);
        add(figure, results, false, "");
        if (traffic) {
            add(figure, results, true, ", with traffic");
        }
        return figure;
    }

    private static void add(Figure figure, List<ServiceResult> results, boolean shared, String condition) {
        Panel errors = Panel.of("absolute error" + condition, Scale.log("").si("s"))
                .x(Scale.linear("time (s)"))
                .detail("below 1 ns drawn at 1 ns");
        Panel load = Panel.of("resolution against load" + condition, Scale.log("").si("s"))
                .x(Scale.log("readings a second"))
                .detail("standard deviation of the quickest of ten readings; below 1 ns drawn at 1 ns");
        Panel allan = Panel.of("Allan deviation" + condition, Scale.log(""))
                .x(Scale.log("averaging time (s)"))
                .detail("of the error, at the fastest rate");
        for (int k = 0; k < results.size(); k++) {
            List<Series> chosen = results.get(k)
                    .series()
                    .stream()
                    .filter(s -> s.trafficMegabits() > 0 == shared)
                    .toList();
            Ink ink = Ink.series(k);
            double begin = 0;
            for (Series s : chosen) {
                double from = begin;
                errors.points(s == chosen.get(0) ? results.get(k).label() : "",
                        Arrays.stream(s.seconds()).map(t -> t + from).toArray(),
                        Arrays.stream(s.errors())
                                .map(e -> Math.max(MIN_RESOLUTION_NANOS, Math.abs(e)) * 1e-9)
                                .toArray(),
                        ink);
                begin += s.seconds()[s.seconds().length - 1];
            }
            load.lineWithPoints("", Columns.of(chosen, Series::perSecond),
                    Columns.of(chosen, s -> drawnResolution(s) * 1e-9), ink);
            chosen.stream().max(Comparator.comparingInt(s -> s.errors().length)).ifPresent(s -> {
                List<double[]> a = List.of(ServiceBench.allan(s.errors(), 1 / s.perSecond()));
                allan.line("", Columns.of(a, row -> row[0]), Columns.of(a, row -> row[1]), ink);
            });
        }
        figure.add(errors).add(load).add(allan);
    }

    /** Returns the drawn resolution. A logarithmic axis cannot show 0, so smaller values are drawn at the minimum. */
    static double drawnResolution(Series s) {
        return Math.max(MIN_RESOLUTION_NANOS, s.resolution());
    }
}
