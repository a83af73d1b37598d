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
import runbench.cli.option.OptionSection;
import runbench.cli.option.PrintedOptions;
import runbench.cli.output.Terminal;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.trace.MpiTrace;
import runbench.report.text.PhaseComparison;

/** {@code runbench pas2p compare}: the same phases in two runs, with other weights and times. */
@OptionSection("What is shown and written")
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Shows the phases of two runs side by side, and how their times change.",
                "Between runs of as many ranks a phase is the same when its types of communication come in the same logical order; volumes (both are in its name then), weights and times may differ. Between other numbers of ranks it is the same when ranks do the same in it."},
        footerHeading = "%nExample:%n", footer = {"  runbench pas2p compare run-small run-large",
                "  runbench pas2p compare run-4-ranks run-16-ranks --csv scaling.csv"})
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TRACE1", description = "Directory of the first trace.")
    private Path first;

    @Parameters(index = "1", paramLabel = "TRACE2", description = "Directory of the second trace.")
    private Path second;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--all", order = 20, description = "Show phases that are relevant in neither run too.")
    private boolean all;

    @Option(names = "--csv", paramLabel = "FILE", order = 33,
            description = "Write the comparison of iterations and their parts as CSV too.")
    private Path csv;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        try (Terminal terminal = printed.terminal()) {
            MpiTrace a = analysisOptions.open(List.of(first), terminal);
            PhaseAnalysis inA = analysisOptions.analyse(a, terminal);
            MpiTrace b = analysisOptions.open(List.of(second), terminal);
            PhaseAnalysis inB = analysisOptions.analyse(b, terminal);
            PhaseComparison comparison = PhaseComparison.of(a, inA, b, inB, all);
            if (csv != null) {
                comparison.writeCsv(csv);
            }
            printed.print(OutputFormat.PHASE_COMPARISON, comparison::json, comparison::print);
        }
        return 0;
    }
}
