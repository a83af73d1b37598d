package runbench.cli.log;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** {@code runbench log}: the events that programs log. */
@Command(name = "log", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Shows events that programs log with the event library (native/eventlog): points, regions, "
                        + "states, messages; and the output of unmodified programs.",
                "During a run on one or more nodes: run, watch, serve. After a run: show, merge, replay, export."},
        subcommands = {LogRunCommand.class, LogWatchCommand.class, LogServeCommand.class, LogShowCommand.class,
                LogMergeCommand.class, LogReplayCommand.class, LogExportCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench sample -- ./app; runbench log show results/app/2026-11-22T05-30-00Z",
                "  runbench log merge results/cluster/app/2026-11-22T05-30-00Z --csv > events.csv"})
public final class LogCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(),
                "no command given: run, watch, serve, show, merge, replay or export");
    }
}
