package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.RunName;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.TypedQuantity.ShareConverter;
import runbench.cli.output.Terminal;
import runbench.measure.pas2p.SignatureBuild;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignatureOptions;
import runbench.report.text.SignatureText;

/** {@code runbench pas2p signature build}: builds a signature from a trace. */
@OptionSection("Selection of phases")
@Command(name = "build", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Selects occurrences of phases to measure on another machine.",
                "The time of the whole program can be predicted from these occurrences. The file holds their "
                        + "start and end on each rank, and digests that identify the program."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature build run1 -o app.sig.json",
                "  runbench pas2p signature build run1 -o app.sig.json --error 2%% --within 10%%",
                "  runbench pas2p signature build run1 -o app.sig.json --level all --input mesh",
                "  runbench pas2p signature build run1 --repeat run2 -o app.sig.json"})
public final class SignatureBuildCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", arity = "1..*",
            description = AnalysisOptions.TRACE + " Several: one directory per node.")
    private List<String> places;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, order = 1,
            description = "File to write, for example app.sig.json.")
    private Path output;

    @Option(names = "--error", paramLabel = "SHARE", defaultValue = "3%", converter = ShareConverter.class, order = 2,
            description = "Target half width of the prediction interval. Default: ${DEFAULT-VALUE}.")
    private double error;

    @Option(names = "--confidence", paramLabel = "SHARE", defaultValue = "95%", converter = ShareConverter.class,
            order = 3, description = "Confidence level of the interval. Default: ${DEFAULT-VALUE}.")
    private double confidence;

    @Option(names = "--within", paramLabel = "SHARE", converter = ShareConverter.class, order = 4,
            description = "Measure only within this first share of the run's sends and collectives; 100%%: "
                    + "anywhere. Default: 5%%, or as much as the first relevant occurrences need.")
    private Double within;

    @Option(names = "--level", paramLabel = "N|top|all", converter = ShownLevel.Converter.class, order = 5,
            description = "Phases to select from: top (the iteration and the phases outside it), all (every phase "
                    + "of the trace),"
                    + " or a level, where 1 is the outermost. Default: the level with the smallest expected error.")
    private ShownLevel level;

    @Option(names = "--input", paramLabel = "FILE", order = 6,
            description = "An input file of the program. Its digest identifies it on the other machine. Files on "
                    + "the traced command line are found without this option. Repeatable.")
    private List<Path> inputs = List.of();

    @Option(names = "--repeat", paramLabel = "RUN2", converter = RunName.class, order = 7,
            description = "Trace of another run of the same command. Sections whose number of messages differs "
                    + "between runs are not measured. Repeatable: more runs reveal more such sections.")
    private List<Path> repeats = List.of();

    @Mixin
    private AnalysisOptions analysisOptions;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        SignatureBuild.Request request = new SignatureBuild.Request(RunName.paths(places),
                within == null
                        ? new SignatureOptions(error, confidence, SignatureOptions.DEFAULT.within(),
                                SignatureOptions.DEFAULT.widest())
                        : new SignatureOptions(error, confidence, within),
                level == null ? null : level::signed, inputs, repeats);
        Signature signature;
        try (Terminal terminal = printed.terminal()) {
            signature = SignatureBuild.write(request, analysisOptions.analysis(terminal), output, terminal);
        }
        printed.print(OutputFormat.SIGNATURE, () -> SignatureFiles.json(signature), out -> {
            SignatureText.print(out, signature);
            out.println("written: " + output);
        });
        return 0;
    }
}
