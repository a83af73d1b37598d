package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.measure.ProductVersion;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.signature.SignatureOptions;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.signature.SignedLevel;
import runbench.pas2p.trace.MpiTrace;
import runbench.report.text.SignatureText;

/** {@code runbench pas2p signature build}: from a trace to a signature. */
@Command(
        name = "build",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Chooses which occurrences of a traced program's phases are to be measured elsewhere, so that the time of all of"
                + " it can be told from them, and writes where they begin and end on each rank into one small file.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p signature build run1 -o app.sig.json",
            "  runbench pas2p signature build run1 -o app.sig.json --error 2%% --within 10%% --input mesh.bin",
            "  runbench pas2p signature build run1 -o app.sig.json --level all      of every phase of the trace by itself"})
public final class SignatureBuildCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "1..*", description = "Directory with the trace of the run (or one per node).")
    private List<Path> places;

    @Option(names = {"-o", "--output"}, paramLabel = "SIG", required = true, order = 1, description = "File to write, for example app.sig.json.")
    private Path output;

    @Option(names = "--error", paramLabel = "SHARE", defaultValue = "3%", converter = ShareConverter.class, order = 2,
            description = "Half width of the interval around the prediction that is aimed at. Default: ${DEFAULT-VALUE}.")
    private double error;

    @Option(names = "--confidence", paramLabel = "SHARE", defaultValue = "95%", converter = ShareConverter.class, order = 3,
            description = "How sure the interval is to be. Default: ${DEFAULT-VALUE}.")
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

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--json", order = 34, description = "Print the signature instead of a summary.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        SignatureOptions sampling = new SignatureOptions(error, confidence, within);
        Signature signature;
        try (Terminal terminal = Terminal.of(quiet)) {
            MpiTrace trace = analysisOptions.open(places, terminal);
            PhaseHierarchy hierarchy = PhaseHierarchy.of(analysisOptions.analyse(trace, terminal));
            SignedLevel phases = level == null ? SignedLevel.best(hierarchy, trace.locations(), sampling) : level.signed(hierarchy);
            signature = SignatureBuilder.build(trace, phases, sampling,
                    places.stream().map(Path::toString).collect(Collectors.joining(" ")), inputs, ProductVersion.RUNBENCH,
                    terminal.start("cutting", "events"));
        }
        SignatureFiles.write(signature, output);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(SignatureFiles.json(signature)));
        } else if (!quiet) {
            SignatureText.print(out, signature);
            out.println("written: " + output);
        }
        return 0;
    }
}
