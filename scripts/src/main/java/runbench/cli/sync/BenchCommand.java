package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.service.TimeService;
import runbench.sync.service.TimeServices;
import runbench.sync.service.Traffic;

/** {@code runbench sync bench}: characterise any time service. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Characterise time services: error against a known truth, resolution against load, packets, CPU, stability.",
            "SERVICE: system, clock:SPEC, sntp:HOST[:PORT], chrony[:SOCKET], reflector:HOST[:PORT], model:FILE[@CLOCK] or"
                + " command:COMMAND (prints ns)."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync bench system sntp:10.79.0.1 --rates 1,10,100 --csv bench.csv --chart bench.png",
            "  ip netns exec host1 runbench sync bench sntp:10.79.0.1 --traffic 10.79.0.1,80"})
final class BenchCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "SERVICE", description = "What to characterise.")
    private List<String> services;

    @Option(names = "--truth", paramLabel = "CLOCK", defaultValue = "realtime",
            description = "Clock that shows what the service ought to answer; errors are only as true as it is. Default: ${DEFAULT-VALUE}.")
    private String truth;

    @Option(names = "--rates", split = ",", defaultValue = "10,100,1000", paramLabel = "N",
            description = "Readings a second; default: ${DEFAULT-VALUE}.")
    private List<Double> rates;

    @Option(names = "--each", paramLabel = "TIME", converter = Nanos.class, defaultValue = "4s",
            description = "How long at each rate; default: ${DEFAULT-VALUE}.")
    private long each;

    @Option(names = "--traffic", paramLabel = "HOST[:PORT],MBIT", description = "At each rate once more while so much UDP traffic"
            + " goes to HOST (port 9 unless told): only on loopback or in a network namespace.")
    private String traffic;

    @Option(names = "--csv", paramLabel = "FILE", description = "Every reading.")
    private Path csv;

    @Option(names = "--chart", paramLabel = "FILE", description = "Errors over time, resolution against load, Allan deviation (.png, .svg).")
    private Path chart;

    @Option(names = "--json", description = "Figures as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private long done;

    /** One service at all rates. */
    record Result(String service, List<Series> series) {
        private static final int LONGEST_LABEL = 30;

        /** Short enough for a table: without folders and what stands in brackets. */
        String label() {
            String label = service.replaceAll("\\(.*\\)", "(...)").replaceAll("(?<=:)/\\S*/(?=[^/\\s]+/?[^/\\s]*$)", "");
            return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 3) + "...";
        }
    }

    @Override
    public Integer call() throws IOException {
        for (double rate : rates) {
            if (!(rate > 0 && rate <= 1e6)) {
                throw RunbenchException.badInput("--rates " + rate + ": readings a second, more than 0 and at most 1000000");
            }
        }
        List<Result> results = new ArrayList<>();
        try (Terminal terminal = Terminal.of(json)) {
            Progress progress = terminal.start("bench", "series");
            for (String name : services) {
                results.add(new Result(name, series(name, progress)));
            }
        }
        if (csv != null) {
            writeCsv(results);
        }
        if (chart != null) {
            BenchChart.write(results, chart);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Output.json(json(results)));
        } else {
            BenchTables.print(results, out);
        }
        return 0;
    }

    private List<Series> series(String name, Progress progress) throws IOException {
        List<Series> all = new ArrayList<>();
        try (Clock right = Clock.open(truth); TimeService service = TimeServices.open(name)) {
            // The first readings load classes; they say nothing about the service.
            ServiceBench.series(service, right, 50, 0.2, null);
            for (boolean loaded : traffic == null ? new boolean[] {false} : new boolean[] {false, true}) {
                for (double rate : rates) {
                    try (Traffic meanwhile = loaded ? Traffic.start(traffic) : null) {
                        all.add(ServiceBench.series(service, right, rate, each * 1e-9, meanwhile));
                    }
                    progress.at(++done, (long) services.size() * rates.size() * (traffic == null ? 1 : 2));
                }
            }
        }
        return all;
    }

    private void writeCsv(List<Result> results) throws IOException {
        StringBuilder text = new StringBuilder("service,rate_per_s,traffic_mbit_per_s,time_s,error_ns,half_round_trip_ns\n");
        for (Result r : results) {
            for (Series s : r.series()) {
                for (int i = 0; i < s.errors().length; i++) {
                    text.append(String.format(Locale.ROOT, "\"%s\",%s,%.1f,%.6f,%.1f,%.1f%n", r.service().replace("\"", "\"\""),
                            s.wantedPerSecond(), s.trafficMegabits(), s.seconds()[i], s.errors()[i], s.halfTrips()[i]));
                }
            }
        }
        Files.writeString(csv, text);
    }

    private ArrayNode json(List<Result> results) {
        ArrayNode all = Output.object().arrayNode();
        for (Result r : results) {
            ObjectNode node = all.addObject().put("service", r.service()).put("truth", truth);
            for (Series s : r.series()) {
                ObjectNode row = node.withArray("/rates").addObject();
                row.put("wanted_per_s", s.wantedPerSecond()).put("per_s", s.perSecond()).put("error_rms_ns", s.rms())
                        .put("error_max_ns", s.maxAbsolute()).put("resolution_ns", Output.number(s.resolution()))
                        .put("packets_per_s", s.packetsPerSecond()).put("bytes_per_s", s.bytesPerSecond())
                        .put("cpu_us_per_reading", s.cpuMicros())
                        .put("lost", s.lost()).put("traffic_mbit_per_s", s.trafficMegabits());
                double[] trips = BenchTables.summary(s.halfTrips());
                row.put("half_round_trip_mean_ns", trips[0]).put("half_round_trip_min_ns", trips[1])
                        .put("half_round_trip_max_ns", trips[2]).put("half_round_trips_beyond_twice_min", trips[3]);
                for (double[] a : ServiceBench.allan(s.errors(), 1 / s.perSecond())) {
                    row.withArray("/allan").addObject().put("tau_s", a[0]).put("deviation", a[1]);
                }
            }
        }
        return all;
    }
}
