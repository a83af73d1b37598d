package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.ChartOptions;
import runbench.cli.option.LibraryOption;
import runbench.cli.option.Range;
import runbench.report.text.PrintedJson;
import runbench.measure.bandwidth.BandwidthStudy;
import runbench.measure.bandwidth.InterferenceRequest;
import runbench.measure.bandwidth.InterferenceStudy;
import runbench.report.bandwidth.InterferenceChart;
import runbench.report.bandwidth.InterferenceText;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.Interference;

/** {@code runbench interference}: which program slows which, and by how much. */
@Command(name = "interference", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Who slows me down? Holds each program against each, itself too (a second copy): how much longer it takes beside the other than alone.",
        "Predicted from profiles of what each asks of memory and this machine's model of contention (runbench bandwidth); with --measure all pairs are run. With --probe each "
                + "is run beside one reader of memory: what they do to each other tells what it asks for, without counters and without running the pairs. Both give the error of the prediction."},
        footerHeading = "%nExamples:%n",
        footer = {
                "  runbench interference 470.lbm 401.bzip2                          predicted from the library's profiles",
                "  runbench interference --probe 470.lbm 429.mcf './mine --fast'    predicted from one run of each beside a reader",
                "  runbench interference --measure --probe --repetitions 10 470.lbm 429.mcf"})
public final class InterferenceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PROGRAM", arity = "1..*",
            description = "Benchmarks (470.lbm, or 470.lbm:tiny for another of its runs) or commands in quotes ('./mine --fast').")
    private List<String> programs = List.of();

    @Option(names = "--measure",
            description = "Run each pair: each program on a CPU of its own, again and again until both have ended, so that each is covered all the time.")
    private boolean measure;

    @Option(names = "--probe", description = "Run each beside a reader of memory, to find out what it asks for.")
    private boolean probe;

    @Option(names = "--repetitions", paramLabel = "N", defaultValue = "6",
            description = "Rounds of all that is run, in drawn order; fewer than 6 give no interval (default: "
                    + "${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(names = "--model", paramLabel = "FILE",
            description = "A model of contention (default: the one that runbench bandwidth kept of this machine).")
    private Path model;

    @Option(names = "--timeout", paramLabel = "S", defaultValue = "600",
            description = "Seconds that one pair may take (default: ${DEFAULT-VALUE}).")
    private long timeout;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "Of the order (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private CatalogueOptions catalogue;

    @Mixin
    private LibraryOption profiles;

    @Mixin
    private ChartOptions chart;

    @Override
    public Integer call() throws IOException {
        int rounds = Range.whole("--repetitions", repetitions, 1, 10_000);
        long limit = (long) Range.number("--timeout", timeout, 1, 1_000_000, "s");
        Optional<ContentionModel> known = model();
        Path png = chart.png("interference", null);
        Path folder = Files.createTempDirectory("runbench-interference-");
        Interference result;
        try {
            result = new InterferenceStudy(new InterferenceRequest(programs, catalogue.load(),
                    catalogue.resolveOptions(), measure, probe, rounds, limit, seed, known, profiles.library(), folder),
                    chart.progress()).run();
        } finally {
            InterferenceStudy.remove(folder);
        }
        PrintWriter out = spec.commandLine().getOut();
        // Printed first: where the disk is full at least that is left of it.
        if (chart.json()) {
            out.println(PrintedJson.text(OutputFormat.INTERFERENCE, result));
        } else {
            InterferenceText.print(result, out);
        }
        chart.draw(InterferenceChart.of(result), png);
        if (!chart.json()) {
            out.printf("%nchart: %s%n", png);
        }
        return result.interrupted() ? ExitCode.INTERRUPTED.code() : 0;
    }

    /** What is only measured needs none. */
    private Optional<ContentionModel> model() {
        Optional<ContentionModel> found = model == null ? BandwidthStudy.keptModel()
                : Optional.of(BandwidthStudy.read(model));
        if (found.isEmpty() && (probe || !measure)) {
            throw RunbenchException.badInput("no model of contention is kept of this machine")
                    .remedy("measure one first: runbench bandwidth (--quick takes half a minute); or name one with --model FILE");
        }
        return found;
    }
}
