package runbench.cli.cluster;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.align.run.ClusterRun;
import runbench.align.traces.AlignedIndex;
import runbench.align.traces.AlignedRun;
import runbench.base.error.ExitCode;
import runbench.base.json.OutputFormat;
import runbench.report.text.PrintedJson;
import runbench.cli.output.Terminal;

/** {@code runbench align}: what many nodes recorded, on one time axis. */
@Command(name = "align", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Brings recordings and message traces of a run on many nodes to the reference's time.",
        "Writes aligned/ in the run's folder: for each rank its samples and its traced calls as CSV, each stamp with its"
                + " statistical error and its guaranteed interval, and index.json, which says how well the clocks are known, which"
                + " hosts can be compared how finely, and whether messages and barriers agree with it."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every rank is on the axis", "2:no such run, or models of another clock",
                "3:some ranks have no clock model: the others are aligned"},
        footerHeading = "%nExamples:%n", footer = {"  runbench align results/cluster/app/2026-11-22T05-30-00Z",
                "  runbench align RUN --corrected RUN/corrected     a copy of the trace without messages that arrive before they were sent"})
public final class AlignCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = "Folder that runbench cluster left.")
    private Path run;

    @Option(names = "--corrected", paramLabel = "DIR",
            description = "Also write a copy of the message trace, in the reference's time, with stamps "
                    + "moved forwards where a message was received before it was sent, or a barrier was left before all had entered. The trace itself is left alone.")
    private Path corrected;

    @Option(names = "--json", description = "Print what index.json holds.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, description = "Print nothing but errors.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        ClusterRun read = ClusterRun.read(run);
        AlignedIndex index;
        try (Terminal terminal = Terminal.of(quiet)) {
            index = AlignedRun.write(read, corrected, terminal);
        }
        if (json) {
            out.println(PrintedJson.text(OutputFormat.ALIGNED_RUN, index));
        } else if (!quiet) {
            AlignText.print(index, read, out);
        }
        return (index.complete() ? ExitCode.OK : ExitCode.MACHINE).code();
    }
}
