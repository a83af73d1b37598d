package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.home.ProductVersion;
import runbench.base.json.OutputFormat;
import runbench.cli.option.OptionSection;
import runbench.cli.option.PrintedOptions;
import runbench.cli.option.ShareConverter;
import runbench.cli.output.Terminal;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.signature.Repeatability;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignatureOptions;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.trace.MpiTrace;
import runbench.report.text.SignatureText;

/** {@code runbench pas2p signature build}: from a trace to a signature. */
@OptionSection("What is measured")
@Command(name = "build", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Chooses what is to be measured elsewhere, into one small file.",
                "Chosen are occurrences of the traced program's phases from which the time of all of it can be told; the file says where they begin and end on each rank, and by what the same program is known."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature build run1 -o app.sig.json",
                "  runbench pas2p signature build run1 -o app.sig.json --error 2%% --within 10%%",
                "  runbench pas2p signature build run1 -o app.sig.json --level all --input mesh",
                "  runbench pas2p signature build run1 --repeat run2 -o app.sig.json"})
public final class SignatureBuildCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", arity = "1..*",
            description = "Directory with the trace of the run (or one per node).")
    private List<Path> places;

    @Option(names = {"-o", "--output"}, paramLabel = "SIG", required = true, order = 1,
            description = "File to write, for example app.sig.json.")
    private Path output;

    @Option(names = "--error", paramLabel = "SHARE", defaultValue = "3%", converter = ShareConverter.class, order = 2,
            description = "Half width of the interval around the prediction that is aimed at. Default: ${DEFAULT-VALUE}.")
    private double error;

    @Option(names = "--confidence", paramLabel = "SHARE", defaultValue = "95%", converter = ShareConverter.class,
            order = 3, description = "How sure the interval is to be. Default: ${DEFAULT-VALUE}.")
    private double confidence;

    @Option(names = "--within", paramLabel = "SHARE", defaultValue = "5%", converter = ShareConverter.class, order = 4,
            description = "Measure within this first share of the run's sends and collectives; 100%%: anywhere. Default: ${DEFAULT-VALUE}.")
    private double within;

    @Option(names = "--level", paramLabel = "N|top|all", converter = ShownLevel.Converter.class, order = 5,
            description = "Of which phases it is made: top (the iteration and what stands beside it), all (those of the trace, one by one),"
                    + " or those of a level, 1 being the outermost. Default: the one that promises the smallest error.")
    private ShownLevel level;

    @Option(names = "--input", paramLabel = "FILE", order = 6,
            description = "A file that the program reads: its digest tells whether it is the same elsewhere. Files on the traced command"
                    + " line are found without it. Repeatable.")
    private List<Path> inputs = List.of();

    @Option(names = "--repeat", paramLabel = "RUN2", order = 7,
            description = "Trace of another run of the same command. Where the program sends as many messages as time allows, runs differ:"
                    + " what lies there is not measured, and counting goes on behind it. Repeatable: the more runs, the more such places are found.")
    private List<Path> repeats = List.of();

    @Mixin
    private AnalysisOptions analysisOptions;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        SignatureOptions sampling = new SignatureOptions(error, confidence, within);
        Signature signature;
        try (Terminal terminal = printed.terminal()) {
            MpiTrace trace = analysisOptions.open(places, terminal);
            PhaseHierarchy hierarchy = PhaseHierarchy.of(analysisOptions.analyse(trace, terminal));
            Repeatability runs = repeats.isEmpty() ? Repeatability.NOT_KNOWN
                    : Repeatability.of(trace, repeats, hierarchy.analysis().options().rule(),
                            terminal.start("comparing", "events"));
            SignedLevel phases = level == null ? SignedLevel.best(hierarchy, trace.locations(), sampling, runs)
                    : level.signed(hierarchy).repeating(runs);
            signature = SignatureBuilder.build(trace, phases, sampling,
                    places.stream().map(Path::toString).collect(Collectors.joining(" ")), inputs,
                    ProductVersion.RUNBENCH, terminal.start("cutting", "events"));
        }
        SignatureFiles.write(signature, output);
        printed.print(OutputFormat.SIGNATURE, () -> SignatureFiles.json(signature), out -> {
            SignatureText.print(out, signature);
            out.println("written: " + output);
        });
        return 0;
    }
}
