package runbench.cli.sync;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import runbench.plotter.panel.Figure;
import runbench.plotter.panel.Panel;
import runbench.plotter.panel.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;

/** Errors over time, resolution against load, Allan deviation: one colour a service. */
final class BenchChart {
    private BenchChart() {
    }

    static void write(List<BenchCommand.Result> results, Path file) {
        Figure figure = Figure.titled("Time services").label("error = service minus truth, in the order of the rates");
        Panel errors = Panel.of("absolute error", Scale.log("").si("s")).x(Scale.linear("time (s)"));
        Panel load = Panel.of("resolution against load", Scale.log("").si("s")).x(Scale.log("readings a second"))
                .detail("standard deviation of the quickest of ten readings");
        Panel allan = Panel.of("Allan deviation", Scale.log("")).x(Scale.log("averaging time (s)"))
                .detail("of the error, at the slowest rate");
        int inks = 0;
        for (BenchCommand.Result r : results) {
            double begin = 0;
            for (boolean shared : new boolean[] {false, true}) {
                List<Series> chosen = r.series().stream().filter(s -> s.trafficMegabits() > 0 == shared).toList();
                if (chosen.isEmpty()) {
                    continue;
                }
                Ink ink = Ink.series(inks++);
                String name = r.service() + (shared ? ", with traffic" : "");
                for (Series s : chosen) {
                    double from = begin;
                    errors.points(s == chosen.get(0) ? name : "", Arrays.stream(s.seconds()).map(t -> t + from).toArray(),
                            seconds(Arrays.stream(s.errors()).map(Math::abs).toArray()), ink);
                    begin += s.seconds()[s.seconds().length - 1];
                }
                load.line("", column(chosen, Series::perSecond), seconds(column(chosen, Series::resolution)), ink);
                load.points("", column(chosen, Series::perSecond), seconds(column(chosen, Series::resolution)), ink);
                // The longest averaging times come from the slowest rate.
                Series longest = chosen.stream().min(Comparator.comparingDouble(Series::wantedPerSecond)).orElseThrow();
                double[][] a = ServiceBench.allan(longest.errors(), 1 / longest.perSecond());
                allan.line("", Arrays.stream(a).mapToDouble(row -> row[0]).toArray(),
                        Arrays.stream(a).mapToDouble(row -> row[1]).toArray(), ink);
            }
        }
        ClocksChart.save(figure.add(errors).add(load).add(allan), file);
    }

    private static double[] column(List<Series> series, ToDoubleFunction<Series> figure) {
        return series.stream().mapToDouble(figure).toArray();
    }

    private static double[] seconds(double[] nanos) {
        return Arrays.stream(nanos).map(v -> v * 1e-9).toArray();
    }
}
