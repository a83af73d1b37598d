package runbench.cli.pas2p;

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
import runbench.cli.option.OptionSection;
import runbench.cli.output.Terminal;
import runbench.measure.pas2p.TraceAnalysis;

/** {@code runbench pas2p export}: writes traces for other viewers. */
@OptionSection("Output")
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = "Writes a trace with its phases for another viewer.", footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p export run1 --to perfetto   to open in ui.perfetto.dev",
                "  runbench pas2p export run1 --to paraver    trace.prv, .pcf and .row"})
public final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TRACE", arity = "1..*", description = "Directory of the trace.")
    private List<Path> places;

    @Option(names = "--to", paramLabel = "FORMAT", required = true, order = 1,
            description = "perfetto (JSON of Chrome's trace viewer) or paraver (.prv, .pcf, .row).")
    private TraceAnalysis.ViewerFormat format;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", order = 30,
            description = "Output file (default: trace.json or trace.prv in the first TRACE).")
    private Path output;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        Path file = output != null ? output : places.get(0).resolve(format.usualName());
        try (Terminal terminal = Terminal.of(quiet)) {
            long records = analysisOptions.analysis(terminal).export(places, format, file);
            if (!quiet) {
                spec.commandLine().getOut().printf("%,d records written to %s%n", records, file);
            }
        }
        return 0;
    }
}
