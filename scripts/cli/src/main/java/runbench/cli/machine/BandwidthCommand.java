package runbench.cli.machine;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.ChartOptions;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.measure.bandwidth.BandwidthStudy;
import runbench.report.bandwidth.BandwidthChart;
import runbench.report.bandwidth.BandwidthText;
import runbench.report.text.PrintedJson;
import runbench.schedule.contention.MeasuredContention;

/** {@code runbench machine bandwidth}: measures sustained memory traffic and slowdowns. */
@Command(name = "bandwidth", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Measures the memory traffic that this machine sustains, and the slowdown of a streaming, a "
                + "pointer-chasing and a CPU-bound program next to others that produce traffic at several rates "
                + "(BBMA) or none (nBBMA).",
                "Needs a clock and no counters. A contention model is fitted and stored for this machine; "
                        + "interference and schedule use it. Ctrl-C keeps finished measurements."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench machine bandwidth", "  runbench machine bandwidth --quick",
                "  taskset -c 0-3 runbench machine bandwidth -n 20 -o contention.png"})
public final class BandwidthCommand implements Callable<Integer> {
    /** Seed of the order of the settings. */
    private static final long SEED = 1;
    private static final int QUICK_REPETITIONS = 6;
    private static final int QUICK_MS = 25;
    private static final int MS = 60;

    @Spec
    private CommandSpec spec;

    @Option(names = {"-n", "--repetitions"}, paramLabel = "N",
            description = "Measurements of each setting (default: 12; 6 with --quick).")
    private Integer repetitions;

    @Option(names = "--quick", description = "Fewer repetitions and shorter windows, for a first overview.")
    private boolean quick;

    @Option(names = "--for", paramLabel = "TIME", converter = Nanos.class, defaultValue = "90s",
            description = "Maximum total time; complete settings are kept (default: ${DEFAULT-VALUE}).")
    private long limit;

    @Mixin
    private ChartOptions chart;

    @Override
    public Integer call() throws IOException {
        int times = Range.whole("--repetitions",
                repetitions == null ? quick ? QUICK_REPETITIONS : 2 * QUICK_REPETITIONS : repetitions, 1, 10_000);
        double most = Range.time("--for", limit, 1_000_000, 86_400_000_000_000L) / 1e9;
        Path png = chart.png("bandwidth", null);
        BandwidthStudy study = new BandwidthStudy(chart.progress());
        MeasuredContention measured = study.measure(times, quick ? QUICK_MS : MS, most, SEED);
        String text = PrintedJson.text(OutputFormat.BANDWIDTH, measured);
        PrintWriter out = spec.commandLine().getOut();
        // Printed before files are written: a full disk must not lose the result.
        if (chart.isJson()) {
            out.println(text);
        } else {
            BandwidthText.print(measured, out);
        }
        // Without a model the stored one stays.
        String kept = measured.model() == null ? "nothing stored: too few measurements for a model"
                : "kept in " + study.keep(text);
        chart.draw(BandwidthChart.of(measured), png);
        if (!chart.isJson()) {
            out.printf("%nchart: %s%n%s%n", png, kept);
        }
        return measured.interrupted() ? ExitCode.INTERRUPTED.code()
                : measured.repetitions() == 0 ? ExitCode.MACHINE.code() : 0;
    }
}
