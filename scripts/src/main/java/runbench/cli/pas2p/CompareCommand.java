package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.trace.MpiTrace;
import runbench.report.text.PhaseComparison;

/** {@code runbench pas2p compare}: the same phases in two runs, with other weights and times. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows the iterations and phases of two runs side by side, and how their times change. With as many ranks a phase"
                + " is the same when its types of communication stand in equal logical order; volumes (then the name has both, after the"
                + " hyphen), weights and times may differ. With another number of ranks it is the same when ranks do the same in it.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p compare run-small run-large",
            "  runbench pas2p compare run-4-ranks run-16-ranks --csv scaling.csv"})
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TRACE1", description = "Directory of the first trace.")
    private Path first;

    @Parameters(index = "1", paramLabel = "TRACE2", description = "Directory of the second trace.")
    private Path second;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--all", order = 20, description = "Show phases that are relevant in neither run too.")
    private boolean all;

    @Option(names = "--csv", paramLabel = "FILE", order = 33, description = "Write the comparison of iterations and their parts as CSV too.")
    private Path csv;

    @Option(names = "--json", order = 34, description = "Print as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "No progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        try (Terminal terminal = Terminal.of(quiet)) {
            MpiTrace a = analysisOptions.open(List.of(first), terminal);
            PhaseAnalysis inA = analysisOptions.analyse(a, terminal);
            MpiTrace b = analysisOptions.open(List.of(second), terminal);
            PhaseAnalysis inB = analysisOptions.analyse(b, terminal);
            PhaseComparison comparison = PhaseComparison.of(a, inA, b, inB, all);
            if (csv != null) {
                comparison.writeCsv(csv);
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(PrintedJson.text(comparison.json()));
            } else {
                comparison.print(out);
            }
        }
        return 0;
    }
}
