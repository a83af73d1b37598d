package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.align.log.LogReading;
import runbench.base.quantity.Printable;
import runbench.base.timeline.Timeline;
import runbench.cli.log.LogOptions.LogFormatOptions;
import runbench.cli.option.RunName;
import runbench.livelog.StoredLog;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogSource;

/** {@code runbench log show}: events by their own stamps. */
@Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Prints the events of a log by the stamps that they were recorded with (CLOCK_MONOTONIC of each host).",
                "Between hosts that order means little: runbench log merge corrects it."},
        exitCodeListHeading = "%nExit codes:%n", exitCodeList = {"0:printed", "2:no such log"},
        footerHeading = "%nExamples:%n", footer = {"  runbench log show results/app/2026-11-22T05-30-00Z",
                "  runbench log show RUN/eventlog/host-4711-001.rblog --json | head"})
public final class LogShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|STORE|RUN", converter = RunName.class,
            description = "A file of a log (*.rblog), the folder of a live log, or a run: " + RunName.FORMS + ".")
    private Path place;

    @Mixin
    private LogFormatOptions format;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        LogReading log = StoredLog.of(place);
        PrintWriter out = spec.commandLine().getOut();
        format.print(out, false, to -> {
            LogMerge.inOrder(log.sources()
                    .stream()
                    .map(s -> new LogSource(s.file(), Timeline.IDENTITY, s.clock(), s.node()))
                    .toList(), to);
            return null;
        });
        if (!format.isQuiet()) {
            log.remarks().forEach(r -> spec.commandLine().getErr().println("note: " + Printable.line(r)));
        }
        return 0;
    }
}
