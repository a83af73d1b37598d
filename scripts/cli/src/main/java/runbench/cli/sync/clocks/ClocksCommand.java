package runbench.cli.sync.clocks;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption.ChartedOptions;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.output.Terminal;
import runbench.report.ClocksChart;
import runbench.report.text.ClocksText;
import runbench.report.text.ClocksText.ClocksJson;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.probe.CheckedMachine;
import runbench.sync.session.ClockReport;

/** {@code runbench sync clocks}: the time sources of this machine. */
@Command(name = "clocks", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Measures the time sources of this machine: cost, resolution, cold caches, skew between cores, "
                        + "frequency.",
                "Missing sources are reported as absent. The cost per read is the mean of 16 successive reads."},
        footerHeading = "%nExample:%n", footer = {"  runbench sync clocks --chart clocks.png",
                "  runbench sync clocks --interval 10s", "  runbench sync clocks --json > clocks.json"})
public final class ClocksCommand implements Callable<Integer> {
    private static final int SAMPLES = 20_000;
    private static final int COLD_SAMPLES = 15;

    @Option(names = "--interval", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "1s",
            description = "Longest interval for the frequency of the TSC, 1 ms, 10 ms, ... up to this. Longer "
                    + "intervals reduce the error. Default: ${DEFAULT-VALUE}; 10s for the paper's 1e-6.")
    private long interval;

    @Mixin
    private ChartedOptions printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Range.time("--interval", interval, 1_000_000L, Range.LONGEST_WINDOW);
        PrintWriter out = spec.commandLine().getOut();
        ClockReport report;
        try (Terminal terminal = printed.progress()) {
            report = ClockReport.measure(SAMPLES, COLD_SAMPLES, interval, terminal.start("clocks", "sources"));
        }
        printed.draw(() -> ClocksChart.figure(report.sources(), report.hertz(), report.byRaw(), report.byCall()));
        Map<String, String> machine = CheckedMachine.of(SystemFiles.THIS_MACHINE);
        if (printed.isJson()) {
            out.println(ClocksJson.of(report, machine));
        } else {
            ClocksText.print(out, report, machine);
        }
        return 0;
    }
}
