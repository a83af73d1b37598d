package runbench.report;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.Frequency;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.service.ServiceBench;
import runbench.sync.session.BenchSession.ServiceResult;

/** Clock charts of synthetic measurements. */
public final class ClockFigures {
    public static final double HERTZ = 2.5e9;
    /** Three sources whose readings take 20 to 75 cycles, and one that is absent. */
    public static final List<SourceReport> SOURCES = List.of(source("rdtsc", 20, 0.4), source("tsc", 30, 0.033),
            source("gettimeofday", 60, 1000),
            new SourceReport("hpet", "clock hpet: absent", null, null, Double.NaN, 0, 0));

    private ClockFigures() {
    }

    public static Figure clocks() {
        List<Frequency> raw = IntStream.range(0, 6)
                .mapToObj(i -> new Frequency(HERTZ, 1e-5 / (i + 1), Math.pow(2, i)))
                .toList();
        List<Frequency> byCall = IntStream.range(0, 6)
                .mapToObj(i -> new Frequency(HERTZ, 4e-5 / (i + 1), Math.pow(2, i)))
                .toList();
        return ClocksChart.figure(SOURCES, HERTZ, raw, byCall);
    }

    private static SourceReport source(String name, double cycles, double step) {
        double[] warm = IntStream.range(0, 1000).mapToDouble(i -> cycles * (1 + i / 4000.0)).toArray();
        return new SourceReport(name, null, new Costs(warm), new Costs(new double[]{30 * cycles}), step, 0, 1000);
    }

    public static void services(Path png) {
        Charts.writePng(BenchChart.figure(List.of(
                new ServiceResult("ours", List.of(series(10, 800, 0), series(100, 900, 0), series(100, 5000, 400)),
                        null),
                new ServiceResult("ntp:127.0.0.1", List.of(series(10, 30_000, 0), series(100, 40_000, 0)), null))),
                png);
    }

    static ServiceBench.Series series(double rate, double nanos, double megabits) {
        double[] seconds = IntStream.range(0, 200).mapToDouble(i -> i / rate).toArray();
        double[] errors = IntStream.range(0, 200).mapToDouble(i -> nanos * Math.sin(i * i * 0.7)).toArray();
        double[] halfTrips = IntStream.range(0, 200).mapToDouble(i -> nanos * (2 + i * 31 % 17)).toArray();
        return new ServiceBench.Series(rate, rate, seconds, errors, halfTrips, 3, 2 * rate, 100 * rate, 0, megabits,
                List.of());
    }
}
