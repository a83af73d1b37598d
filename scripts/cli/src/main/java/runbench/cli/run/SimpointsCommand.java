package runbench.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.ShareConverter;
import runbench.cli.output.Terminal;
import runbench.measure.RunIntervals;
import runbench.parser.simpoint.IntervalAnalysis;
import runbench.parser.simpoint.IntervalReport;
import runbench.report.text.IntervalsText;
import runbench.report.text.JsonText;

/** {@code runbench simpoints}: which intervals stand for an emulated run. */
@Command(name = "simpoints", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Shows which intervals of an emulated run stand for the whole, so that something slower than emulation need only look at those: "
                + "SimPoint's choice (one interval for each cluster of alike vectors of blocks), and a stratified sample whose size follows from the error "
                + "that is allowed and which comes with a 95 %% interval. Both are checked against what all intervals counted. Needs a run with --emulate --bbv; "
                + "writes TASK.simpoints, TASK.weights, TASK.strata.csv and chosen.json into its folder bbv; runbench parse and plot show this choice."},
        footerHeading = "%nExamples:%n", footer = {"  runbench run 403.gcc --emulate --bbv",
                "  runbench simpoints results/403.gcc/20260131T021011Z --error 3%%"})
public final class SimpointsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "A run's folder, or its recording (samples.rec).")
    private Path run;

    @Option(names = "--error", paramLabel = "SHARE", defaultValue = "3%", converter = ShareConverter.class,
            description = "Half of the interval's width that the stratified estimate of "
                    + "L1D misses may have (default: 3%%).")
    private double error;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "" + IntervalAnalysis.DEFAULT_SEED,
            description = "Of the drawing: the same seed always draws the same intervals (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--draws", paramLabel = "N", defaultValue = "0",
            description = "Repeat the drawing N times, and say how often its interval held what all "
                    + "intervals counted.")
    private int draws;

    @Option(names = "--tasks", paramLabel = "N", defaultValue = "4",
            description = "Threads to show at most, those with most instructions first (default: ${DEFAULT-VALUE}).")
    private int tasks;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, description = "No progress.")
    private boolean quiet;

    @Override
    public Integer call() throws Exception {
        if (draws < 0 || tasks < 1) {
            throw RunbenchException.badInput("--draws is at least 0, --tasks at least 1")
                    .remedy("write for example --draws 100");
        }
        IntervalAnalysis analysis = new IntervalAnalysis(error, seed, draws);
        IntervalReport report;
        try (Terminal terminal = Terminal.of(quiet)) {
            report = RunIntervals.of(run, analysis, terminal);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonText.of(OutputFormat.SIMPOINTS, report));
        } else {
            IntervalsText.print(report, tasks, out);
        }
        return 0;
    }
}
