package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import runbench.base.quantity.Durations;
import runbench.report.BenchChart;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.session.BenchSession.RoundTrips;
import runbench.sync.session.BenchSession.ServiceResult;

/** Prints a bench of time services in the tables of Tinetti, Romero, De Giusti (tables 3, 4 and 7), and over load. */
public final class BenchTables {
    private static final String[] TRIPS = {"half round trip, us", "mean", "min", "max", "mean below", "mean above",
            "above 2 x min"};
    private static final String[] SHARED_TRIPS = {"table 3 as published: 100 Mb/s, shared", "84", "76", "91", "-8",
            "+15", ""};
    private static final String[] EXCLUSIVE_TRIPS = {"table 4 as published: 100 Mb/s, exclusive", "54", "53", "56",
            "-1", "+3", ""};
    private static final String EMPTY_LOOP = "reading loop without service";

    private BenchTables() {
    }

    /**
     * Prints the tables.
     *
     * @param screen width of the screen in columns; 0 for none
     */
    public static void print(List<ServiceResult> results, PrintWriter out, int screen) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TRIPS);
        rows.add(SHARED_TRIPS);
        trips(rows, results, true);
        rows.add(EXCLUSIVE_TRIPS);
        trips(rows, results, false);
        out.println(TextTable.text(rows, screen));
        out.println();
        rows.clear();
        rows.add(TextTable.row("error, us", "min", "max", "rms"));
        rows.add(TextTable.row("table 7 as published: 100 Mb/s, exclusive", "0", "5", ""));
        for (boolean shared : new boolean[]{false, true}) {
            for (ServiceResult r : results) {
                double[] e = Arrays.stream(all(r, shared, Series::errors)).map(Math::abs).sorted().toArray();
                if (e.length > 0) {
                    rows.add(TextTable.row(named(r, shared), us(e[0]), us(e[e.length - 1]),
                            us(Math.sqrt(Arrays.stream(e).map(v -> v * v).average().orElse(0)))));
                }
            }
        }
        out.println(TextTable.text(rows, screen));
        out.println();
        out.println(TextTable.text(load(results), screen));
        List<String[]> costs = costs(results);
        if (!costs.isEmpty()) {
            out.println();
            out.println(TextTable.text(costs, screen));
            out.println("Each cost includes the reading loop.");
            out.println("Packets are IP packets of the whole network namespace.");
            notCounted(results).forEach(out::println);
        }
    }

    /** Returns tables 3 and 4 as published, and a row for one measured series. */
    public static List<String[]> trips(String name, RoundTrips measured) {
        return List.of(TRIPS, SHARED_TRIPS, EXCLUSIVE_TRIPS, row(name, measured));
    }

    private static String[] row(String name, RoundTrips s) {
        return TextTable.row(name, us(s.mean()), us(s.min()), us(s.max()), signed(s.belowByMean()),
                signed(s.aboveByMean()), String.format(Locale.ROOT, "%.1f %%", 100 * s.beyond()));
    }

    /** Returns every reading as CSV. */
    public static String csv(List<ServiceResult> results) {
        StringBuilder text = new StringBuilder(
                "service,rate_per_s,traffic_mbit_per_s,time_s,error_ns,half_round_trip_ns\n");
        for (ServiceResult r : results) {
            for (Series s : r.series()) {
                for (int i = 0; i < s.errors().length; i++) {
                    text.append(String.format(Locale.ROOT, "\"%s\",%s,%.1f,%.6f,%.1f,%.1f%n",
                            r.service().replace("\"", "\"\""), s.wantedPerSecond(), s.trafficMegabits(), s.seconds()[i],
                            s.errors()[i], s.halfTrips()[i]));
                }
            }
        }
        return text.toString();
    }

    public static ArrayNode json(List<ServiceResult> results, String truth) {
        ArrayNode all = JsonText.object().arrayNode();
        for (ServiceResult r : results) {
            ObjectNode node = all.addObject().put("service", r.service()).put("truth", truth);
            if (r.failure() != null) {
                node.put("error", r.failure());
            }
            for (Series s : r.series()) {
                ObjectNode row = node.withArray("/rates").addObject();
                row.put("wanted_per_s", s.wantedPerSecond())
                        .put("per_s", s.perSecond())
                        .put("error_rms_ns", s.rms())
                        .put("error_max_ns", s.maxAbsolute())
                        .put("resolution_ns", JsonText.number(s.resolution()))
                        .put("packets_per_s", s.packetsPerSecond())
                        .put("bytes_per_s", s.bytesPerSecond())
                        .put("cpu_us_per_reading", s.cpuMicros())
                        .put("lost", s.lost())
                        .put("traffic_mbit_per_s", s.trafficMegabits());
                RoundTrips trips = RoundTrips.of(s.halfTrips());
                row.put("half_round_trip_mean_ns", trips.mean())
                        .put("half_round_trip_min_ns", trips.min())
                        .put("half_round_trip_max_ns", trips.max())
                        .put("half_round_trips_beyond_twice_min", trips.beyond());
                for (Cost cost : s.costs()) {
                    ObjectNode one = row.withArray("/costs").addObject();
                    one.put("quantity", cost.quantity().word())
                            .put("unit", cost.quantity().unit())
                            .put("per_reading", JsonText.number(cost.perReading()))
                            .put("loop_per_reading", JsonText.number(cost.loopPerReading()));
                    if (!cost.isCounted()) {
                        one.put("not_counted", cost.reason());
                    }
                }
                for (double[] a : ServiceBench.allan(s.errors(), 1 / s.perSecond())) {
                    row.withArray("/allan").addObject().put("tau_s", a[0]).put("deviation", a[1]);
                }
            }
        }
        return all;
    }

    private static void trips(List<String[]> rows, List<ServiceResult> results, boolean shared) {
        for (ServiceResult r : results) {
            double[] trips = all(r, shared, Series::halfTrips);
            if (trips.length > 0) {
                rows.add(row(named(r, shared), RoundTrips.of(trips)));
            }
        }
    }

    private static List<String[]> load(List<ServiceResult> results) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("by load", "readings/s", "lost", "packets/s", "kB/s", "traffic Mb/s",
                "CPU us per reading", "error rms us", "resolution us", "Allan deviation at 1 s"));
        for (ServiceResult r : results) {
            for (Series s : r.series()) {
                rows.add(TextTable.row(r.label(), number("%.1f", s.perSecond()), s.lost(),
                        number("%.1f", s.packetsPerSecond()), number("%.2f", s.bytesPerSecond() / 1e3),
                        number("%.0f", s.trafficMegabits()), number("%.1f", s.cpuMicros()), us(s.rms()), resolution(s),
                        allanAtOneSecond(s)));
            }
        }
        return rows;
    }

    /** Returns the costs of a reading, first those of a loop without service; empty if nothing was counted. */
    private static List<String[]> costs(List<ServiceResult> results) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("cost of a reading", "readings/s", "CPU us", "user us", "kernel us", "cache misses",
                "memory bytes", "switches", "packets in", "packets out"));
        Map<Double, Series> loops = new TreeMap<>();
        results.stream()
                .flatMap(r -> r.series().stream())
                .filter(s -> !s.costs().isEmpty())
                .forEach(s -> loops.putIfAbsent(s.wantedPerSecond(), s));
        loops.values().forEach(s -> rows.add(costs(EMPTY_LOOP, s.wantedPerSecond(), s, Cost::loopPerReading)));
        for (ServiceResult r : results) {
            for (Series s : r.series()) {
                if (!s.costs().isEmpty()) {
                    rows.add(costs(named(r, s.trafficMegabits() > 0), s.perSecond(), s, Cost::perReading));
                }
            }
        }
        return rows.size() == 1 ? List.of() : rows;
    }

    private static String[] costs(String name, double perSecond, Series s, ToDoubleFunction<Cost> figure) {
        List<String> row = new ArrayList<>(List.of(name, number("%.1f", perSecond)));
        for (Cost cost : s.costs()) {
            double value = figure.applyAsDouble(cost);
            row.add(Double.isNaN(value) ? "-" : number(value < 100 ? "%.1f" : "%.0f", value));
        }
        return row.toArray(String[]::new);
    }

    /** Returns one line for each reason why something was not counted, with its quantities. */
    private static List<String> notCounted(List<ServiceResult> results) {
        Map<String, Set<String>> byReason = new LinkedHashMap<>();
        results.stream()
                .flatMap(r -> r.series().stream())
                .flatMap(s -> s.costs().stream())
                .filter(c -> !c.isCounted())
                .forEach(c -> byReason.computeIfAbsent(c.reason(), reason -> new LinkedHashSet<>())
                        .add(c.quantity().words()));
        return byReason.entrySet()
                .stream()
                .map(e -> String.join(", ", e.getValue()) + " not counted: " + e.getKey())
                .toList();
    }

    private static String named(ServiceResult r, boolean shared) {
        return r.label() + (shared ? ", with traffic" : "");
    }

    private static double[] all(ServiceResult r, boolean shared, Function<Series, double[]> figure) {
        return r.series()
                .stream()
                .filter(s -> s.trafficMegabits() > 0 == shared)
                .flatMapToDouble(s -> Arrays.stream(figure.apply(s)))
                .toArray();
    }

    /** Returns the Allan deviation; "-" if the series is too short. */
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

    /**
     * Returns the resolution. The scatter of readings in whole ns can be 0; it is then below the resolution, not zero.
     */
    private static String resolution(Series s) {
        return s.resolution() < BenchChart.MIN_RESOLUTION_NANOS ? "< " + us(BenchChart.MIN_RESOLUTION_NANOS)
                : us(s.resolution());
    }

    private static String us(double nanos) {
        return Durations.micros(nanos);
    }
}
