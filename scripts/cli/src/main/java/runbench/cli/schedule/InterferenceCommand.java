package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
import runbench.cli.option.CatalogueOptions.LibraryOption;
import runbench.cli.option.ChartOptions;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.measure.bandwidth.InterferenceRequest;
import runbench.measure.bandwidth.InterferenceStudy;
import runbench.report.bandwidth.InterferenceChart;
import runbench.report.bandwidth.InterferenceText;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.Interference;

/** {@code runbench schedule interference}: predicts or measures mutual slowdowns of programs. */
@Command(name = "interference", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Predicts or measures the slowdown of each program next to each other program, and next to a copy "
                + "of itself.",
        "Predictions use bandwidth profiles of the programs and the contention model of this machine "
                + "(runbench machine bandwidth). --measure runs all pairs. --probe runs each program next to a "
                + "reader of "
                + "memory; the mutual slowdown shows its demand, without counters and without the pairs. --measure "
                + "and --probe together give the error of the prediction."},
        footerHeading = "%nExamples:%n",
        footer = {
                "  runbench schedule interference 470.lbm 401.bzip2                          predicted from profiles "
                        + "of " + "the library",
                "  runbench schedule interference --probe 470.lbm 429.mcf './mine --fast'    predicted from one run of "
                        + "each next to a reader",
                "  runbench schedule interference --measure --probe -n 10 470.lbm 429.mcf"})
public final class InterferenceCommand implements Callable<Integer> {
    /** Seed of the random order: the same command runs in the same order. */
    private static final long SEED = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PROGRAM", arity = "1..*",
            description = "Benchmarks (470.lbm, or 470.lbm:tiny for another run) or commands in quotes ('./mine "
                    + "--fast').")
    private List<String> programs = List.of();

    @Option(names = "--measure",
            description = "Run each pair: each program on its own CPU, repeatedly until both have ended, so that they "
                    + "overlap all the time.")
    private boolean measure;

    @Option(names = "--probe", description = "Run each program next to a reader of memory, to find its memory demand.")
    private boolean probe;

    @Option(names = {"-n", "--repetitions"}, paramLabel = "N", defaultValue = "6",
            description = "Rounds of all runs, in random order; fewer than 6 give no interval (default: "
                    + "${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(names = "--contention-model", paramLabel = "FILE",
            description = "Contention model (default: the one that runbench machine bandwidth stored for this "
                    + "machine).")
    private Path model;

    @Option(names = "--timeout", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "10min",
            description = "Maximum time of one pair (default: ${DEFAULT-VALUE}).")
    private long timeout;

    @Mixin
    private CatalogueOptions catalogue;

    @Mixin
    private LibraryOption profiles;

    @Mixin
    private ChartOptions chart;

    @Override
    public Integer call() throws IOException {
        int rounds = Range.whole("--repetitions", repetitions, 1, 10_000);
        long limit = Range.time("--timeout", timeout, 1_000_000_000L, 1_000_000_000_000_000L) / 1_000_000_000L;
        Optional<ContentionModel> known = InterferenceRequest.model(model, measure, probe);
        Path png = chart.png("interference", null);
        Interference result = new InterferenceStudy(new InterferenceRequest(programs, catalogue.load(),
                catalogue.resolveOptions(), measure, probe, rounds, limit, SEED, known, profiles.library()),
                chart.progress()).run();
        PrintWriter out = spec.commandLine().getOut();
        // Printed before files are written: a full disk must not lose the result.
        chart.print(OutputFormat.INTERFERENCE, () -> result, text -> InterferenceText.print(result, text));
        chart.draw(InterferenceChart.of(result), png);
        if (!chart.isJson()) {
            out.printf("%nchart: %s%n", png);
        }
        return result.interrupted() ? ExitCode.INTERRUPTED.code() : 0;
    }
}
