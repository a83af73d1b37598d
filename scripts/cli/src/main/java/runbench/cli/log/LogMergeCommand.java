package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import runbench.align.log.LogReading;
import runbench.base.quantity.Printable;
import runbench.cli.log.LogOptions.LogFormatOptions;
import runbench.cli.log.LogOptions.LogPlaces;
import runbench.cli.output.Terminal;
import runbench.report.text.LogText;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.MergeReport;

/** {@code runbench log merge}: the events of all nodes in one order. */
@Command(name = "merge", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Prints the events of all ranks in one order: by the time of the reference, then by node, then by "
                + "position in the log. The same data always gives the same order.",
        "No receive precedes its send. A receive that does is moved behind its send; later events of its "
                + "clock move too, by an amount that decreases by 1 %% of the distance. The column shift_ns holds "
                + "the shift. Each row has the raw and the corrected stamp, the statistical error and the interval."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:printed", "2:no such log, or logs in the time of different references"},
        footerHeading = "%nExamples:%n", footer = {"  runbench log merge results/cluster/app/2026-11-22T05-30-00Z",
                "  runbench log merge RUN --csv > events.csv"})
public final class LogMergeCommand implements Callable<Integer> {
    @Mixin
    private LogPlaces places;

    @Mixin
    private LogFormatOptions format;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        LogReading log = places.read();
        PrintWriter err = spec.commandLine().getErr();
        MergeReport report;
        try (Terminal terminal = format.terminal()) {
            report = format.print(spec.commandLine().getOut(), true,
                    to -> LogMerge.causal(log.sources(), to, terminal.start("merging", " events")));
        }
        if (!format.isQuiet()) {
            LogText.print(report, log.axis(), err);
            log.remarks().forEach(r -> err.println("note: " + Printable.line(r)));
        }
        return 0;
    }
}
