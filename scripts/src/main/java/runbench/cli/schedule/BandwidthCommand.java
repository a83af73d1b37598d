package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.measure.bandwidth.BandwidthStudy;
import runbench.plotter.render.awt.Charts;
import runbench.report.bandwidth.BandwidthChart;
import runbench.report.bandwidth.BandwidthText;
import runbench.schedule.contention.MeasuredContention;

/** {@code runbench bandwidth}: the traffic that this machine's memory sustains, and who loses what to whom below it. */
@Command(
        name = "bandwidth",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Measures the traffic between caches and memory that this machine sustains, and the slow-down of a streaming, a pointer-chasing and a CPU-bound "
            + "victim beside others that make traffic (BBMA) at several rates, or none (nBBMA).", "It needs a clock and no counters. A model of contention is fitted and kept for this machine: "
            + "interference and schedule read it. Ctrl-C keeps what was measured."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench bandwidth", "  runbench bandwidth --quick", "  taskset -c 0-3 runbench bandwidth --repetitions 20 -o contention.png"})
public final class BandwidthCommand implements Callable<Integer> {
    private static final int QUICK_REPETITIONS = 6;
    private static final int QUICK_MS = 25;
    private static final int MS = 60;

    @Spec
    private CommandSpec spec;

    @Option(names = "--repetitions", paramLabel = "N", description = "How often each setting is measured (default: 12; 6 with --quick).")
    private Integer repetitions;

    @Option(names = "--quick", description = "Fewer repetitions, shorter windows: a first look.")
    private boolean quick;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "90", description = "No longer than this, whatever is complete by then (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of the order in which settings are measured (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "The chart (default: bandwidth.png in the results).")
    private Path file;

    @Option(names = "--svg", description = "Draw it as SVG too, beside the PNG.")
    private boolean svg;

    @Option(names = "--json", description = "Print as JSON, which is what is kept, too.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, description = "No progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        int times = repetitions == null ? quick ? QUICK_REPETITIONS : 2 * QUICK_REPETITIONS : repetitions;
        if (times < 1 || times > 10_000) {
            throw RunbenchException.badInput("--repetitions " + times + " is not between 1 and 10000").remedy("write e.g. --repetitions 12");
        }
        if (!(seconds > 0 && seconds <= 86_400)) {
            throw RunbenchException.badInput("--seconds " + seconds + " is not between 0 and 86400").remedy("write e.g. --seconds 90");
        }
        BandwidthStudy study = new BandwidthStudy(Terminal.of(quiet || json));
        MeasuredContention measured = study.measure(times, quick ? QUICK_MS : MS, seconds, seed);
        String text = PrintedJson.text(OutputFormat.BANDWIDTH, measured);
        // A model that worse luck would not find: what was kept before is not replaced by less.
        Path kept = measured.model() == null ? null : study.keep(text);
        Path png = file == null ? Files.createDirectories(ResultFolders.root().resolve("bandwidth")).resolve("bandwidth.png") : file;
        Charts.write(BandwidthChart.of(measured), png);
        if (svg) {
            Charts.writeSvg(BandwidthChart.of(measured), png.resolveSibling(png.getFileName().toString().replaceFirst("(\\.(png|svg))?$", ".svg")));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(text);
        } else {
            BandwidthText.print(measured, out);
            out.printf("%nchart: %s%n", png);
            out.println(kept == null ? "nothing kept: what was measured is too little for a model" : "kept in " + kept);
        }
        return measured.interrupted() ? ExitCode.INTERRUPTED.code() : 0;
    }
}
