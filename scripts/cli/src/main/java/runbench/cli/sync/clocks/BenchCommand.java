package runbench.cli.sync.clocks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.CsvOption;
import runbench.cli.option.JsonOption.ChartedOptions;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.cli.output.Terminal;
import runbench.measure.service.SampledCosts;
import runbench.report.BenchChart;
import runbench.report.text.BenchTables;
import runbench.sync.session.BenchSession;
import runbench.sync.session.BenchSession.ServiceResult;

/** {@code runbench sync bench}: characterises time services. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Characterises time services: error relative to a known time, resolution under load, packets, "
                        + "stability, and the cost of a reading: CPU time, cache misses, switches.",
                "SERVICE: system, clock:SPEC, sntp:HOST[:PORT], chrony[:SOCKET], ptp4l[:SOCKET][@CLOCK], "
                        + "reflector:HOST[:PORT], model:FILE[@CLOCK] or command:COMMAND (prints ns)."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync bench system sntp:10.79.0.1 --rates 1,10,100 --csv bench.csv --chart bench.png",
                "  ip netns exec host1 runbench sync bench sntp:10.79.0.1 --udp-load 10.79.0.1,80"})
public final class BenchCommand implements Callable<Integer> {
    /** The clock with the true time; the measured errors include its own. */
    private static final String TRUTH = "realtime";

    @Parameters(arity = "1..*", paramLabel = "SERVICE", description = "Time services.")
    private List<String> services;

    @Option(names = "--rates", split = ",", defaultValue = "10,100,1000", paramLabel = "N",
            description = "Readings per second; default: ${DEFAULT-VALUE}.")
    private List<Double> rates;

    @Option(names = "--for", paramLabel = "TIME", converter = Nanos.class, defaultValue = "4s",
            description = "Duration of each rate; default: ${DEFAULT-VALUE}.")
    private long each;

    @Option(names = "--udp-load", paramLabel = "HOST[:PORT],MBIT",
            description = "Repeat each rate with this much UDP traffic to HOST (default port 9): only on loopback "
                    + "or in a network namespace.")
    private String traffic;

    @Mixin
    private CsvOption csv;

    @Mixin
    private ChartedOptions printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        for (double rate : rates) {
            if (!(rate > 0 && rate <= 1e6)) {
                throw RunbenchException
                        .badInput("--rates " + rate + ": readings a second, more than 0 and at most 1000000");
            }
        }
        Range.time("--for", each, 1_000_000L, Range.LONGEST_WINDOW);
        BenchSession session = new BenchSession(services, TRUTH, rates, each, traffic, SampledCosts.ofThisMachine());
        session.checkNames();
        List<ServiceResult> results;
        try (Terminal terminal = printed.progress()) {
            results = session.run(terminal.start("bench", "series"));
        }
        csv.write(to -> OutputFile.write(to, BenchTables.csv(results)));
        printed.draw(() -> BenchChart.figure(results));
        if (!csv.isPrinted()) {
            printed.print(OutputFormat.SERVICE_BENCH, () -> BenchTables.json(results, TRUTH),
                    out -> BenchTables.print(results, out, Terminal.outputColumns()));
        }
        results.stream()
                .filter(r -> r.failure() != null)
                .forEach(r -> spec.commandLine().getErr().println("runbench: " + r.service() + ": " + r.failure()));
        return results.stream().allMatch(r -> r.failure() == null) ? 0 : 3;
    }
}
