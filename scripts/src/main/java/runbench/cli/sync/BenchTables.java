package runbench.cli.sync;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;

/** A bench's figures in the tables of Tinetti, Romero, De Giusti (tables 3, 4 and 7), and against load. */
final class BenchTables {
    private BenchTables() {
    }

    static void print(List<BenchCommand.Result> results, PrintWriter out) {
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
            for (BenchCommand.Result r : results) {
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

    private static void trips(List<String[]> rows, List<BenchCommand.Result> results, boolean shared) {
        for (BenchCommand.Result r : results) {
            double[] trips = all(r, shared, Series::halfTrips);
            if (trips.length > 0) {
                double[] s = summary(trips);
                rows.add(Output.row(named(r, shared), us(s[0]), us(s[1]), us(s[2]), signed(s[4]), signed(s[5]),
                        String.format(Locale.ROOT, "%.1f %%", 100 * s[3])));
            }
        }
    }

    private static List<String[]> load(List<BenchCommand.Result> results) {
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("against load", "readings/s", "lost", "packets/s", "kB/s", "traffic Mb/s", "CPU us a reading",
                "error rms us", "resolution us", "Allan deviation at 1 s"));
        for (BenchCommand.Result r : results) {
            for (Series s : r.series()) {
                rows.add(Output.row(r.label(), number("%.1f", s.perSecond()), s.lost(), number("%.1f", s.packetsPerSecond()),
                        number("%.2f", s.bytesPerSecond() / 1e3), number("%.0f", s.trafficMegabits()), number("%.1f", s.cpuMicros()),
                        us(s.rms()), resolution(s), allanAtOneSecond(s)));
            }
        }
        return rows;
    }

    private static String named(BenchCommand.Result r, boolean shared) {
        return r.label() + (shared ? ", with traffic" : "");
    }

    private static double[] all(BenchCommand.Result r, boolean shared, Function<Series, double[]> figure) {
        return r.series().stream().filter(s -> s.trafficMegabits() > 0 == shared).flatMapToDouble(s -> Arrays.stream(figure.apply(s)))
                .toArray();
    }

    /**
     * As section 2.2 has it: mean of those within twice the minimum, minimum, maximum of the same, share left out, and how
     * far those below and above the mean lie from it on average.
     */
    static double[] summary(double[] trips) {
        double min = Arrays.stream(trips).min().orElse(Double.NaN);
        double[] kept = Arrays.stream(trips).filter(t -> t <= 2 * min).toArray();
        double mean = Arrays.stream(kept).average().orElse(Double.NaN);
        return new double[] {mean, min, Arrays.stream(kept).max().orElse(Double.NaN), 1 - (double) kept.length / trips.length,
            Arrays.stream(kept).filter(t -> t < mean).map(t -> t - mean).average().orElse(0),
            Arrays.stream(kept).filter(t -> t > mean).map(t -> t - mean).average().orElse(0)};
    }

    /** The averaging time nearest to a second; nothing where the series is too short to come within a factor of four. */
    private static String allanAtOneSecond(Series s) {
        double nearest = Double.NaN;
        double far = Math.log(4);
        for (double[] a : ServiceBench.allan(s.errors(), 1 / s.perSecond())) {
            if (Math.abs(Math.log(a[0])) < far) {
                far = Math.abs(Math.log(a[0]));
                nearest = a[1];
            }
        }
        return Double.isNaN(nearest) ? "-" : String.format(Locale.ROOT, "%.2e", nearest);
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
        return Nanos.micros(nanos);
    }
}
