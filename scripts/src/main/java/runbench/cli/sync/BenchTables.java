package runbench.cli.sync;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import runbench.base.quantity.Durations;
import runbench.report.BenchChart;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.session.RoundTrips;
import runbench.sync.session.ServiceResult;

/** A bench's figures in the tables of Tinetti, Romero, De Giusti (tables 3, 4 and 7), and against load. */
final class BenchTables {
    private BenchTables() {
    }

    static void print(List<ServiceResult> results, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("half round trip, us", "mean", "min", "max", "mean of those below", "above", "beyond 2 x min"));
        rows.add(Output.row("table 3 as published: 100 Mb/s, shared", "84", "76", "91", "-8", "+15", ""));
        trips(rows, results, true);
        rows.add(Output.row("table 4 as published: 100 Mb/s, exclusive", "54", "53", "56", "-1", "+3", ""));
        trips(rows, results, false);
        out.println(Output.table(rows));
        out.println();
        rows.clear();
        rows.add(Output.row("error, us", "min", "max", "rms"));
        rows.add(Output.row("table 7 as published: 100 Mb/s, exclusive", "0", "5", ""));
        for (boolean shared : new boolean[] {false, true}) {
            for (ServiceResult r : results) {
                double[] e = Arrays.stream(all(r, shared, Series::errors)).map(Math::abs).sorted().toArray();
                if (e.length > 0) {
                    rows.add(Output.row(named(r, shared), us(e[0]), us(e[e.length - 1]),
                            us(Math.sqrt(Arrays.stream(e).map(v -> v * v).average().orElse(0)))));
                }
            }
        }
        out.println(Output.table(rows));
        out.println();
        out.println(Output.table(load(results)));
    }

    private static void trips(List<String[]> rows, List<ServiceResult> results, boolean shared) {
        for (ServiceResult r : results) {
            double[] trips = all(r, shared, Series::halfTrips);
            if (trips.length > 0) {
                RoundTrips s = RoundTrips.of(trips);
                rows.add(Output.row(named(r, shared), us(s.mean()), us(s.min()), us(s.max()), signed(s.belowByMean()), signed(s.aboveByMean()),
                        String.format(Locale.ROOT, "%.1f %%", 100 * s.beyond())));
            }
        }
    }

    private static List<String[]> load(List<ServiceResult> results) {
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("against load", "readings/s", "lost", "packets/s", "kB/s", "traffic Mb/s", "CPU us a reading",
                "error rms us", "resolution us", "Allan deviation at 1 s"));
        for (ServiceResult r : results) {
            for (Series s : r.series()) {
                rows.add(Output.row(r.label(), number("%.1f", s.perSecond()), s.lost(), number("%.1f", s.packetsPerSecond()),
                        number("%.2f", s.bytesPerSecond() / 1e3), number("%.0f", s.trafficMegabits()), number("%.1f", s.cpuMicros()),
                        us(s.rms()), resolution(s), allanAtOneSecond(s)));
            }
        }
        return rows;
    }

    private static String named(ServiceResult r, boolean shared) {
        return r.label() + (shared ? ", with traffic" : "");
    }

    private static double[] all(ServiceResult r, boolean shared, Function<Series, double[]> figure) {
        return r.series().stream().filter(s -> s.trafficMegabits() > 0 == shared).flatMapToDouble(s -> Arrays.stream(figure.apply(s)))
                .toArray();
    }

    /** Nothing where the series is too short. */
    private static String allanAtOneSecond(Series s) {
        double deviation = ServiceBench.allanAtOneSecond(s);
        return Double.isNaN(deviation) ? "-" : String.format(Locale.ROOT, "%.2e", deviation);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String signed(double nanos) {
        return String.format(Locale.ROOT, "%+.3f", nanos / 1e3);
    }

    /** The scatter of readings in whole ns may come out as 0: then it is below what they can tell, not nothing. */
    private static String resolution(Series s) {
        return s.resolution() < BenchChart.LEAST_RESOLUTION_NANOS ? "< " + us(BenchChart.LEAST_RESOLUTION_NANOS) : us(s.resolution());
    }

    private static String us(double nanos) {
        return Durations.micros(nanos);
    }
}
