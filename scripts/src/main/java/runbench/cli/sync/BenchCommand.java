package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.base.error.RunbenchException;
import runbench.plotter.render.awt.Charts;
import runbench.report.BenchChart;
import runbench.sync.service.ServiceBench;
import runbench.sync.service.ServiceBench.Series;
import runbench.sync.session.BenchSession;
import runbench.sync.session.RoundTrips;
import runbench.sync.session.ServiceResult;

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

    @Override
    public Integer call() throws IOException {
        for (double rate : rates) {
            if (!(rate > 0 && rate <= 1e6)) {
                throw RunbenchException.badInput("--rates " + rate + ": readings a second, more than 0 and at most 1000000");
            }
        }
        Range.time("--each", each, 1_000_000L, Range.LONGEST_WINDOW);
        BenchSession session = new BenchSession(services, truth, rates, each, traffic);
        session.checkNames();
        List<ServiceResult> results;
        try (Terminal terminal = Terminal.of(json)) {
            results = session.run(terminal.start("bench", "series"));
        }
        if (csv != null) {
            writeCsv(results);
        }
        if (chart != null) {
            Charts.write(BenchChart.figure(results), chart);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Output.json(json(results)));
        } else {
            BenchTables.print(results, out);
        }
        results.stream().filter(r -> r.failure() != null).forEach(r -> spec.commandLine().getErr().println("runbench: " + r.service() + ": "
                + r.failure()));
        return results.stream().allMatch(r -> r.failure() == null) ? 0 : 3;
    }

    private void writeCsv(List<ServiceResult> results) throws IOException {
        StringBuilder text = new StringBuilder("service,rate_per_s,traffic_mbit_per_s,time_s,error_ns,half_round_trip_ns\n");
        for (ServiceResult r : results) {
            for (Series s : r.series()) {
                for (int i = 0; i < s.errors().length; i++) {
                    text.append(String.format(Locale.ROOT, "\"%s\",%s,%.1f,%.6f,%.1f,%.1f%n", r.service().replace("\"", "\"\""),
                            s.wantedPerSecond(), s.trafficMegabits(), s.seconds()[i], s.errors()[i], s.halfTrips()[i]));
                }
            }
        }
        Files.writeString(csv, text);
    }

    private ArrayNode json(List<ServiceResult> results) {
        ArrayNode all = Output.object().arrayNode();
        for (ServiceResult r : results) {
            ObjectNode node = all.addObject().put("service", r.service()).put("truth", truth);
            if (r.failure() != null) {
                node.put("error", r.failure());
            }
            for (Series s : r.series()) {
                ObjectNode row = node.withArray("/rates").addObject();
                row.put("wanted_per_s", s.wantedPerSecond()).put("per_s", s.perSecond()).put("error_rms_ns", s.rms())
                        .put("error_max_ns", s.maxAbsolute()).put("resolution_ns", Output.number(s.resolution()))
                        .put("packets_per_s", s.packetsPerSecond()).put("bytes_per_s", s.bytesPerSecond())
                        .put("cpu_us_per_reading", s.cpuMicros())
                        .put("lost", s.lost()).put("traffic_mbit_per_s", s.trafficMegabits());
                RoundTrips trips = RoundTrips.of(s.halfTrips());
                row.put("half_round_trip_mean_ns", trips.mean()).put("half_round_trip_min_ns", trips.min())
                        .put("half_round_trip_max_ns", trips.max()).put("half_round_trips_beyond_twice_min", trips.beyond());
                for (double[] a : ServiceBench.allan(s.errors(), 1 / s.perSecond())) {
                    row.withArray("/allan").addObject().put("tau_s", a[0]).put("deviation", a[1]);
                }
            }
        }
        return all;
    }
}
