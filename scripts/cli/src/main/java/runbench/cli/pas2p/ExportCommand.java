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
import runbench.pas2p.interop.ParaverExport;
import runbench.pas2p.interop.PerfettoExport;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.trace.MpiTrace;

/** {@code runbench pas2p export}: traces for other people's viewers. */
@OptionSection("What is written")
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = "Writes a trace, with its phases, for another viewer.", footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p export run1 --to perfetto   then open it in ui.perfetto.dev",
                "  runbench pas2p export run1 --to paraver    trace.prv, .pcf and .row"})
public final class ExportCommand implements Callable<Integer> {
    enum Target {
        PERFETTO, PARAVER
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TRACE", arity = "1..*", description = "Directory of the trace.")
    private List<Path> places;

    @Option(names = "--to", paramLabel = "FORMAT", required = true, order = 1,
            description = "perfetto (JSON of Chrome's trace viewer) or paraver (.prv, .pcf, .row).")
    private Target target;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", order = 30,
            description = "File to write (default: trace.json or trace.prv in the first TRACE).")
    private Path output;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        Path file = output != null ? output
                : places.get(0).resolve(target == Target.PERFETTO ? "trace.json" : "trace.prv");
        try (Terminal terminal = Terminal.of(quiet)) {
            MpiTrace trace = analysisOptions.open(places, terminal);
            PhaseAnalysis analysis = analysisOptions.analyse(trace, terminal);
            long written = target == Target.PERFETTO
                    ? PerfettoExport.write(trace, analysis, file, terminal.start("writing", "events"))
                    : ParaverExport.write(trace, analysis, file, terminal.start("writing", "events"));
            terminal.close();
            if (!quiet) {
                spec.commandLine().getOut().printf("%,d records written to %s%n", written, file);
            }
        }
        return 0;
    }
}
