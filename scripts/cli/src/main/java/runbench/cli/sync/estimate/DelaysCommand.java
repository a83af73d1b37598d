package runbench.cli.sync.estimate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption.ChartedOptions;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.output.Terminal;
import runbench.report.DelayChart;
import runbench.report.text.BenchTables;
import runbench.report.text.TextTable;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.BenchSession.RoundTrips;
import runbench.sync.session.DelayStudy;
import runbench.sync.session.DelayStudy.Means;
import runbench.sync.session.ExchangeEvaluation;
import runbench.sync.session.ExchangeSource;

/** {@code runbench sync delays}: network delays from recorded exchanges. */
@Command(name = "delays", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Shows the network delays to a node from recorded exchanges: sorted delays, their mean against the number of "
                + "exchanges, with and without outliers, and the time that these delays require between two readings "
                + "of a clock, for its rate to 1e-6.",
        "A delay is half of a round trip, without the time between receipt and reply on the node."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync delays clocks/window-1/node1.xchg --chart delays.png",
                "  runbench sync delays results/log/20260131T021011Z/clocks/window-1/n1.xchg --counts 16,32,64 "
                        + "--stamps user"})
public final class DelaysCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "Recorded exchanges of one node, as for runbench sync estimate.")
    private Path file;

    @Option(names = "--counts", split = ",", defaultValue = "16,32,64", paramLabel = "N",
            description = "Numbers of exchanges in a set; default: ${DEFAULT-VALUE}.")
    private List<Integer> counts;

    @Option(names = "--outliers", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "1us",
            description = "A delay that is farther than this from the median of its set is an outlier (default: "
                    + "${DEFAULT-VALUE}).")
    private long outliers;

    @Option(names = "--stamps", paramLabel = "KIND", defaultValue = "auto",
            description = "kernel, user or auto: kernel stamps if at least 90 %% of the exchanges have them.")
    private String stamps;

    @Mixin
    private ChartedOptions printed;

    @Override
    public Integer call() {
        Range.time("--outliers", outliers, 0, 1_000_000_000L);
        counts.stream().filter(n -> n < 1).findFirst().ifPresent(n -> {
            throw RunbenchException.badInput("--counts " + n + ": a set has at least one exchange")
                    .remedy("--counts 16,32,64");
        });
        Optional<Stamps> kind = ExchangeEvaluation.stamps(stamps);
        ExchangeSource.Prepared read = new ExchangeSource(kind, null, null, null, null, null).read(file);
        DelayStudy study = new DelayStudy(read.windows().get(0), read.stamps(), outliers);
        List<Means> means = study.means(counts.stream().mapToInt(Integer::intValue).toArray());
        if (means.isEmpty()) {
            throw RunbenchException
                    .badInput(file + ": has " + study.size() + " exchanges with "
                            + read.stamps().name().toLowerCase(Locale.ROOT) + " stamps, fewer than a set of --counts "
                            + counts.stream().min(Integer::compare).orElseThrow())
                    .remedy("runbench sync measure records 1,024 exchanges for each node; --counts takes smaller sets");
        }
        String node = read.recording().node();
        RoundTrips trips = RoundTrips.of(study.all());
        // Both readings of a pair have the error of a stamp.
        double readNanos = 2 * read.slackNanos();
        printed.draw(() -> DelayChart.figure(node, study, counts));
        printed.print(OutputFormat.DELAYS, () -> json(node, read.stamps(), study, means, trips, readNanos), out -> {
            out.println(TextTable.text(rows(means), Terminal.outputColumns()));
            out.println(String.format(Locale.ROOT,
                    "Delays to %s by %s stamps: mean of all sets, lowest and highest of one.%n"
                            + "Outliers are farther than %s us from the median of their set.",
                    node, read.stamps().name().toLowerCase(Locale.ROOT), micros(outliers)));
            out.println();
            out.println(TextTable.text(BenchTables.trips(node, trips), Terminal.outputColumns()));
            out.println(String.format(Locale.ROOT,
                    "mean, max, below and above: of delays up to twice the smallest one.%n"
                            + "The delay varies by %s us (mode minus minimum), two stamps are exact to %s us. So the "
                            + "rate of a clock%nis known to 1e-6 from two readings at a distance of %.3g s "
                            + "(published, formula 4: 8 us, 2 us, 10 s).",
                    Durations.micros(study.variationNanos()), Durations.micros(readNanos),
                    study.secondsForMillionth(readNanos)));
        });
        return 0;
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e3);
    }

    private static List<String[]> rows(List<Means> means) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"exchanges", "sets", "mean us", "lowest", "highest", "without outliers us", "lowest",
                "highest", "outliers in a set"});
        for (Means m : means) {
            rows.add(new String[]{"" + m.count(), "" + m.sets(), micros(m.mean()), micros(m.lowest()),
                    micros(m.highest()), micros(m.meanKept()), micros(m.lowestKept()), micros(m.highestKept()),
                    String.format(Locale.ROOT, "%.1f", m.outliers())});
        }
        return rows;
    }

    private Map<String, Object> json(String node, Stamps kind, DelayStudy study, List<Means> means, RoundTrips trips,
            double readNanos) {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("node", node);
        of.put("stamps", kind.name().toLowerCase(Locale.ROOT));
        of.put("within_ns", outliers);
        of.put("exchanges", study.size());
        Map<String, Object> half = new LinkedHashMap<>();
        half.put("mean_ns", trips.mean());
        half.put("min_ns", trips.min());
        half.put("max_ns", trips.max());
        half.put("mean_below_ns", trips.belowByMean());
        half.put("mean_above_ns", trips.aboveByMean());
        half.put("beyond_twice_min", trips.beyond());
        of.put("half_round_trip", half);
        of.put("mode_minus_min_ns", study.variationNanos());
        of.put("two_stamps_error_ns", readNanos);
        of.put("seconds_for_millionth", study.secondsForMillionth(readNanos));
        of.put("sets", means.stream().map(m -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("count", m.count());
            row.put("sets", m.sets());
            row.put("mean_ns", m.mean());
            row.put("lowest_mean_ns", m.lowest());
            row.put("highest_mean_ns", m.highest());
            row.put("mean_without_outliers_ns", m.meanKept());
            row.put("lowest_mean_without_outliers_ns", m.lowestKept());
            row.put("highest_mean_without_outliers_ns", m.highestKept());
            row.put("outliers_per_set", m.outliers());
            row.put("sorted_delays_ns", study.sorted(m.count()));
            return row;
        }).toList());
        return of;
    }
}
