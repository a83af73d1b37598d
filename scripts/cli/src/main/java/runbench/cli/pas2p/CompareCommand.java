package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CsvOption;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.output.Terminal;
import runbench.report.text.PhaseComparison;

/** {@code runbench pas2p compare}: compares the phases of two runs. */
@OptionSection("Output")
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Shows the phases of two runs side by side, with the change of their times.",
                "In runs with equal rank counts, two phases match if their types of communication have the same "
                        + "logical order; volumes,"
                        + " weights and times may differ. A phase whose volumes differ shows both in its name. In "
                        + "runs with different"
                        + " rank counts, two phases match if the ranks make the same calls in them."},
        footerHeading = "%nExample:%n", footer = {"  runbench pas2p compare run-small run-large",
                "  runbench pas2p compare run-4-ranks run-16-ranks --csv scaling.csv"})
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "TRACE1", converter = RunName.class, description = AnalysisOptions.TRACE)
    private Path first;

    @Parameters(index = "1", paramLabel = "TRACE2", converter = RunName.class,
            description = "The other trace, named in the same way.")
    private Path second;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--all", order = 20, description = "Include phases that are relevant in neither run.")
    private boolean all;

    @Mixin
    private CsvOption csv;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        try (Terminal terminal = printed.terminal()) {
            PhaseComparison comparison = analysisOptions.analysis(terminal).compare(first, second, all);
            csv.write(comparison::writeCsv);
            if (!csv.isPrinted()) {
                printed.printFolded(OutputFormat.PHASE_COMPARISON, comparison::json, comparison::print);
            }
        }
        return 0;
    }
}
