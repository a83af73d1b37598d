package runbench.cli.cluster;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.align.run.ClusterRun;
import runbench.align.traces.AlignedIndex;
import runbench.align.traces.AlignedRun;
import runbench.base.error.ExitCode;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;

/** {@code runbench align}: places recordings of many nodes on one time axis. */
@Command(name = "align", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Places the recordings and message traces of a run on many nodes on the time axis of the reference.",
        "Writes aligned/ in the folder of the run: for each rank its samples and traced calls as CSV, "
                + "each stamp with its statistical error and its guaranteed interval; and index.json with the "
                + "quality of the clocks, the finest possible comparison of each pair of hosts, and the consistency "
                + "with messages and barriers."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every rank is on the axis", "2:no such run, or models of another clock",
                "3:some ranks have no clock model: the others are aligned"},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench align results/cluster/app/2026-11-22T05-30-00Z",
                "  runbench align RUN --corrected RUN/corrected     a copy of the trace without receives before "
                        + "their sends"})
public final class AlignCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", converter = RunName.class,
            description = "A run of runbench cluster: " + RunName.FORMS + ".")
    private Path run;

    @Option(names = "--corrected", paramLabel = "DIR",
            description = "Write a copy of the message trace with corrected stamps: a receive before its send, "
                    + "and an exit "
                    + "from a barrier before the last entry, are moved forward. The trace itself does not change.")
    private Path corrected;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws Exception {
        ClusterRun read = ClusterRun.read(run);
        AlignedIndex index;
        try (Terminal terminal = printed.terminal()) {
            index = AlignedRun.write(read, corrected, terminal);
        }
        printed.print(OutputFormat.ALIGNED_RUN, () -> index, text -> AlignText.print(index, read, text));
        return (index.complete() ? ExitCode.OK : ExitCode.MACHINE).code();
    }
}
