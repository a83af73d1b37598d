package runbench.cli.sync;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;

/** A bench's figures in the tables of Tinetti, Romero, De Giusti (tables 3, 4 and 7), and against load. */
final class BenchTables {
    private BenchTables() {
    }

    static void print(List<BenchCommand.Result> results, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("half round trip, us (tables 3 and 4)", "mean", "min", "max", "beyond 2 x min"));
        rows.add(Output.row("published: 100 Mb/s, shared", "84", "76", "91", ""));
        rows.add(Output.row("published: 100 Mb/s, exclusive", "54", "53", "56", ""));
        for (BenchCommand.Result r : results) {
            double[] s = summary(all(r, true));
            rows.add(Output.row(r.service(), us(s[0]), us(s[1]), us(s[2]), String.format(Locale.ROOT, "%.1f %%", 100 * s[3])));
        }
        out.println(Output.table(rows));
        out.println();
        rows.clear();
        rows.add(Output.row("error, us (table 7)", "min", "max", "rms"));
        rows.add(Output.row("published: 100 Mb/s, exclusive", "0", "5", ""));
        for (BenchCommand.Result r : results) {
            double[] e = Arrays.stream(all(r, false)).map(Math::abs).sorted().toArray();
            rows.add(Output.row(r.service(), us(e[0]), us(e[e.length - 1]),
                    us(Math.sqrt(Arrays.stream(e).map(v -> v * v).average().orElse(0)))));
        }
        out.println(Output.table(rows));
        out.println();
        rows.clear();
        rows.add(Output.row("against load", "readings/s", "packets/s", "kB/s", "CPU us a reading", "error rms us", "resolution us", "Allan deviation at 1 s"));
        for (BenchCommand.Result r : results) {
            for (Series s : r.series()) {
                rows.add(Output.row(r.service(), String.format(Locale.ROOT, "%.1f", s.perSecond()),
                        String.format(Locale.ROOT, "%.1f", s.packetsPerSecond()), String.format(Locale.ROOT, "%.2f", s.bytesPerSecond() / 1e3),
                        String.format(Locale.ROOT, "%.1f", s.cpuMicros()), us(s.rms()), us(s.resolution()), allanAtOneSecond(s)));
            }
        }
        out.println(Output.table(rows));
    }

    private static double[] all(BenchCommand.Result r, boolean trips) {
        return r.series().stream().flatMapToDouble(s -> Arrays.stream(trips ? s.halfTrips() : s.errors())).toArray();
    }

    /** Mean of those within twice the minimum, minimum, maximum of the same, share left out (section 2.2). */
    static double[] summary(double[] trips) {
        double min = Arrays.stream(trips).min().orElse(Double.NaN);
        double[] kept = Arrays.stream(trips).filter(t -> t <= 2 * min).toArray();
        return new double[] {Arrays.stream(kept).average().orElse(Double.NaN), min,
            Arrays.stream(kept).max().orElse(Double.NaN), 1 - (double) kept.length / trips.length};
    }

    private static String allanAtOneSecond(Series s) {
        double nearest = Double.NaN;
        double far = Double.MAX_VALUE;
        for (double[] a : ServiceBench.allan(s.errors(), 1 / s.perSecond())) {
            if (Math.abs(Math.log(a[0])) < far) {
                far = Math.abs(Math.log(a[0]));
                nearest = a[1];
            }
        }
        return String.format(Locale.ROOT, "%.2e", nearest);
    }

    private static String us(double nanos) {
        return Nanos.micros(nanos);
    }
}
