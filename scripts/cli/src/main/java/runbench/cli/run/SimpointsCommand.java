package runbench.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.option.TypedQuantity.ShareConverter;
import runbench.cli.output.Terminal;
import runbench.measure.RunIntervals;
import runbench.parser.simpoint.IntervalAnalysis;
import runbench.parser.simpoint.IntervalReport;
import runbench.report.text.IntervalsText;
import runbench.report.text.JsonText;

/** {@code runbench simpoints}: selects intervals that represent an emulated run. */
@Command(name = "simpoints", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Selects intervals that represent an emulated run, for simulators that are slower than "
                + "emulation. "
                + "Prints SimPoint's choice (one interval for each cluster of similar basic-block vectors), and a "
                + "stratified sample whose size follows from the permitted error, with a 95 %% interval. Both are "
                + "checked against the counts of all intervals. Needs a run with --emulate --bbv; writes "
                + "TASK.simpoints, TASK.weights, TASK.strata.csv and chosen.json into its folder bbv; runbench "
                + "parse and plot show this choice.",
        footerHeading = "%nExamples:%n", footer = {"  runbench run 403.gcc --emulate --bbv",
                "  runbench simpoints results/403.gcc/20260131T021011Z --error 3%%"})
public final class SimpointsCommand implements Callable<Integer> {
    /** Maximum number of printed threads, those with most instructions first. */
    private static final int TASKS = 4;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", converter = RunName.class,
            description = "A recording (samples.rec), or a run: " + RunName.FORMS + ".")
    private Path run;

    @Option(names = "--error", paramLabel = "SHARE", defaultValue = "3%", converter = ShareConverter.class,
            description = "Maximum half width of the interval of the stratified estimate of L1D misses (default: 3%%).")
    private double error;

    @Option(names = "--draws", paramLabel = "N", defaultValue = "0",
            description = "Repeat the random choice N times, and print how often its interval held the true count.")
    private int draws;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws Exception {
        if (draws < 0) {
            throw RunbenchException.badInput("--draws is at least 0").remedy("write for example --draws 100");
        }
        IntervalAnalysis analysis = new IntervalAnalysis(error, IntervalAnalysis.DEFAULT_SEED, draws);
        IntervalReport report;
        try (Terminal terminal = printed.terminal()) {
            report = RunIntervals.of(run, analysis, terminal);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(JsonText.of(OutputFormat.SIMPOINTS, report));
        } else {
            IntervalsText.print(report, TASKS, out);
        }
        return 0;
    }
}
