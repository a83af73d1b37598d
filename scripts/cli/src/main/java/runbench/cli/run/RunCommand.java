package runbench.cli.run;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.catalogue.Entry;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.MeasurementOptions;
import runbench.measure.BenchmarkRequest;
import runbench.measure.BenchmarkRun;

/** {@code runbench 403.gcc}: runs a benchmark of the catalogue under counters. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs a benchmark under counters. Writes the recording, CSV, gnuplot files, a summary and a "
                + "chart "
                + "into one folder. Without a SPEC tree the open-source stand-in runs, and all outputs are labelled "
                + "accordingly.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench 403.gcc", "  runbench 403.gcc --period 100us -e page-faults,context-switches --svg",
                "  runbench 429.mcf --spec /opt/cpu2006 --require-spec"})
public final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BENCHMARK", description = "Id or alias from 'runbench list', for example 403.gcc or gcc.")
    private String name;

    @Mixin
    private CatalogueOptions catalogue;

    @Option(names = "--keep-work", order = 9,
            description = "Keep the working folder of the benchmark with all files that it wrote.")
    private boolean keepWork;

    @Mixin
    private MeasurementOptions measurement;

    @Mixin
    private RepetitionOptions repetition;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        Entry entry = catalogue.load().find(name);
        MeasurementOptions.Settings settings = measurement.settings(null);
        BenchmarkRequest request = new BenchmarkRequest(entry, catalogue.resolveOptions(), keepWork,
                settings.sampling(), settings.emulation(), output.request());
        if (repetition.isGiven()) {
            return repetition.run(spec.commandLine(), output, entry.id(),
                    observer -> to -> new BenchmarkRun(request.with(to), observer).run());
        }
        RunPresenter presenter = new RunPresenter(spec.commandLine(), output);
        return presenter.print(new BenchmarkRun(request, presenter).run());
    }
}
