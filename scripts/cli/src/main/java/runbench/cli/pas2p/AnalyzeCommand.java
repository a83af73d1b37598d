package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.output.Terminal;
import runbench.measure.pas2p.AnalyzedTrace;
import runbench.report.text.EfficiencyText;
import runbench.report.text.PhaseText;
import runbench.report.text.Screen;

/** {@code runbench pas2p analyze}: finds the phases of a trace. */
@OptionSection("Output")
@Command(name = "analyze", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Finds the phases and iterations of a trace, and their efficiencies.",
                "Sorts the events of all ranks into a logical order, finds repeated phases, and computes the POP "
                        + "efficiencies of each phase. Writes phases.json, hierarchy.json, efficiency.json, "
                        + "tables as CSV, charts, and the page timeline.html: calls, messages and waits over time."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p analyze run1",
                "  runbench pas2p analyze run1 --level all                every phase",
                "  runbench pas2p analyze run1 --talp pages/app/4x1.json  the input of talp-pages",
                "  runbench pas2p analyze node1/run1 node2/run1 -o run1   two directories"})
public final class AnalyzeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TRACE", arity = "1..*",
            description = AnalysisOptions.TRACE + " Several: one directory per node.")
    private List<String> places;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--level", paramLabel = "N|top|all", defaultValue = "top", converter = ShownLevel.Converter.class,
            order = 29,
            description = "Phases to print: top (the iteration and its parts), all (every phase of the trace),"
                    + " or a level, where 1 is the outermost. Default: ${DEFAULT-VALUE}.")
    private ShownLevel level;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Output directory (default: the first TRACE).")
    private Path output;

    @Option(names = "--all-occurrences", order = 31,
            description = "Write all occurrences of phases into occurrences.csv.")
    private boolean occurrences;

    @Option(names = "--no-chart", order = 32, description = "Draw no charts and write no page.")
    private boolean noChart;

    @Option(names = "--no-efficiency", order = 33, description = "Do not compute efficiencies.")
    private boolean noEfficiency;

    @Option(names = "--talp", paramLabel = "FILE", order = 33,
            description = "Write the efficiencies in the format of DLB's TALP, for talp-pages.")
    private Path talp;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        if (talp != null && noEfficiency) {
            throw RunbenchException.badInput("--talp " + talp + ": the file holds efficiencies")
                    .remedy("leave out --no-efficiency");
        }
        List<Path> traces = RunName.paths(places);
        Path first = traces.get(0);
        Path directory = output != null ? output
                : Files.isDirectory(first) ? first : first.toAbsolutePath().getParent();
        try (Terminal terminal = printed.terminal()) {
            AnalyzedTrace analyzed = analysisOptions.analysis(terminal).analyze(traces, !noEfficiency);
            List<String> written = analyzed.write(directory,
                    new AnalyzedTrace.Output(occurrences, !noChart, Optional.ofNullable(talp)), terminal);
            printed.printFolded(OutputFormat.PHASES, analyzed::json, out -> print(out, analyzed, written));
        }
        return 0;
    }

    private void print(Screen out, AnalyzedTrace analyzed, List<String> written) {
        if (analyzed.trace().events() == 0) {
            PhaseText.printRun(out, analyzed.trace(), analyzed.phases());
            out.println("the program sent no messages and called no collective operations: it has no phases");
            out.println("written: " + String.join(", ", written));
            return;
        }
        if (level.isAll()) {
            PhaseText.print(out, analyzed.trace(), analyzed.phases());
        } else {
            PhaseText.printRun(out, analyzed.trace(), analyzed.phases());
            level.print(out, analyzed.hierarchy());
            PhaseText.printRanks(out, analyzed.phases());
            PhaseText.printBalance(out, analyzed.phases());
        }
        analyzed.efficiency().ifPresent(efficiency -> EfficiencyText.print(out, analyzed.trace(), efficiency));
        out.println("written: " + String.join(", ", written));
    }
}
