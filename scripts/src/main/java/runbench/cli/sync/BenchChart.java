package runbench.cli.sync;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
        Panel allan = Panel.of("Allan deviation", Scale.log("")).x(Scale.log("averaging time (s)"));
        for (int k = 0; k < results.size(); k++) {
            BenchCommand.Result r = results.get(k);
            Ink ink = Ink.series(k);
            double begin = 0;
            for (int i = 0; i < r.series().size(); i++) {
                Series s = r.series().get(i);
                double from = begin;
                errors.points(i == 0 ? r.service() : "", Arrays.stream(s.seconds()).map(t -> t + from).toArray(), seconds(Arrays.stream(s.errors()).map(Math::abs).toArray()), ink);
                begin += s.seconds()[s.seconds().length - 1];
            }
            load.line(r.service(), r.series().stream().mapToDouble(Series::perSecond).toArray(),
                    seconds(r.series().stream().mapToDouble(Series::resolution).toArray()), ink);
            Series longest = r.series().get(0);
            double[][] a = ServiceBench.allan(longest.errors(), 1 / longest.perSecond());
            allan.line(String.format(Locale.ROOT, "%s at %.0f/s", r.service(), longest.wantedPerSecond()),
                    Arrays.stream(a).mapToDouble(row -> row[0]).toArray(), Arrays.stream(a).mapToDouble(row -> row[1]).toArray(), ink);
        }
        ClocksChart.save(figure.add(errors).add(load).add(allan), file);
    }

    private static double[] seconds(double[] nanos) {
        return Arrays.stream(nanos).map(v -> v * 1e-9).toArray();
    }
}
