package runbench.cli.schedule;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.ChartOptions;
import runbench.measure.schedule.CoRunStudy;
import runbench.measure.schedule.CoRunStudy.CoRunRequest;
import runbench.measure.schedule.LiveBenches;
import runbench.report.bandwidth.CoRunReport;
import runbench.schedule.contention.CoRun;

/** {@code runbench schedule corun}: programs alone, with a copy, with bbma and with nbbma. */
@Command(name = "corun", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Runs each program alone, with a copy of itself, with two programs that load the memory (bbma), and with two "
                + "that load only their own cache (nbbma).",
        "Prints and draws the time of each program in each group, and the memory traffic of the group where this "
                + "machine can count it. The kernel schedules all programs; the two repeat until the program has "
                + "ended."},
        footerHeading = "%nExamples:%n", footer = {"  runbench schedule corun 470.lbm 429.mcf 458.sjeng",
                "  runbench schedule corun -n 10 --threads 2 './mine --fast'"})
public final class CoRunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PROGRAM", arity = "1..*",
            description = "Benchmarks (470.lbm, or 470.lbm:tiny for another run) or commands in quotes ('./mine "
                    + "--fast').")
    private List<String> programs = List.of();

    @Option(names = "--threads", paramLabel = "N", defaultValue = "1",
            description = "CPUs that each program uses (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = {"-n", "--repetitions"}, paramLabel = "N", defaultValue = "6",
            description = "Rounds of all groups, in random order; fewer than 6 give no interval (default: "
                    + "${DEFAULT-VALUE}).")
    private int repetitions;

    @Mixin
    private CatalogueOptions catalogue;

    @Mixin
    private ChartOptions chart;

    @Override
    public Integer call() throws IOException {
        CoRunStudy study = new CoRunStudy(new CoRunRequest(programs,
                new LiveBenches(catalogue.load(), catalogue.resolveOptions()),
                Range.whole("--threads", threads, 1, 4096), Range.whole("--repetitions", repetitions, 1, 10_000)));
        Path png = chart.png("corun", null);
        CoRun result = study.run(chart.progress());
        // Printed before files are written: a full disk must not lose the result.
        chart.print(OutputFormat.CO_RUN, () -> result, text -> CoRunReport.print(result, text));
        chart.draw(CoRunReport.chart(result), png);
        if (!chart.isJson()) {
            spec.commandLine().getOut().printf("%nchart: %s%n", png);
        }
        return result.interrupted() ? ExitCode.INTERRUPTED.code() : 0;
    }
}
