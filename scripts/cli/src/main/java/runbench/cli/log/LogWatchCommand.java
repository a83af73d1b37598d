package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.cli.log.LogOptions.FilterOptions;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;
import runbench.livelog.display.LogWatch;
import runbench.report.text.LogText.LiveText;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;

/** {@code runbench log watch}: a display in the terminal. */
@Command(name = "watch", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Prints the events of a log of many nodes in their order, as they arrive. Any number of displays "
                        + "may connect.",
                "A line has: seconds since the first event of the log, maximum error, node, action, type, #id and "
                        + "comment. ! marks an event that arrived too late for its position; ~ marks an event that was "
                        + "moved behind the send of its message."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all events were printed, or the output was closed", "2:no such log, or the token is wrong",
                "3:the receiver does not answer", "130:Ctrl-C: ends this display alone"},
        footerHeading = "%nExamples:%n",
        footer = {
                "  runbench log watch 'http://127.0.0.1:41234/?token=...'     the address from runbench log run, "
                        + "in quotes",
                "  RUNBENCH_LOG_TOKEN=... runbench log watch http://127.0.0.1:41234/    hides the token from ps",
                "  runbench log watch STORE --node node1 --type send,recv --from-event 1 --json | head"})
public final class LogWatchCommand implements Callable<Integer> {
    private static final long USUAL = -20;

    @Parameters(paramLabel = "URL|STORE",
            description = "The address of a log that grows; or a log, also when it is finished: " + RunName.LOG_FORMS
                    + ".")
    private String place;

    @Mixin
    private FilterOptions filter;

    @Option(names = "--from-event", paramLabel = "N",
            description = "Number of the first event; -N: the last N. Default: all events of a folder; of an "
                    + "address the last 20 and all new ones.")
    private Long from;

    @Option(names = "--follow", negatable = true, description = "Wait for new events (default for an address).")
    private Boolean follow;

    @Option(names = "--raw", description = "Show each node's own wall clock (UTC), uncorrected.")
    private boolean raw;

    @Mixin
    private JsonOption printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean address = place.matches("[a-zA-Z]+://.*");
        boolean more = follow == null ? address : follow;
        LogWatch watch = new LogWatch(from != null ? from : more ? USUAL : 1, more, filter.filter());
        if (address) {
            watch.server(address(), sink());
        } else {
            watch.store(new RunName().convert(place), sink());
        }
        return 0;
    }

    private URI address() {
        try {
            return URI.create(place);
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("not an address: " + place.replaceFirst("token=.*", "token=..."))
                    .remedy("http://HOST:PORT/?token=...");
        }
    }

    private LiveEvent parsed(String line) {
        try {
            return LiveLine.parse(line);
        } catch (IOException e) {
            throw RunbenchException
                    .badInput("a line of the log at " + place.replaceFirst("token=.*", "token=...") + " is damaged: "
                            + e.getMessage())
                    .remedy("--from-event N begins behind it; --json prints lines as they are")
                    .causedBy(e);
        }
    }

    private LogWatch.Sink sink() {
        PrintWriter screen = spec.commandLine().getOut();
        PrintWriter out = new PrintWriter(screen);
        PrintWriter err = spec.commandLine().getErr();
        LiveText lines = new LiveText(out, Terminal.outputColumns(), raw);
        return new LogWatch.Sink() {
            @Override
            public void origin(String line) {
                if (printed.isJson()) {
                    return;
                }
                lines.origin(parsed(line));
            }

            @Override
            public boolean event(String line) {
                if (printed.isJson()) {
                    out.println(line);
                } else {
                    lines.print(parsed(line));
                }
                return true;
            }

            @Override
            public boolean pause() {
                return !out.checkError();
            }

            @Override
            public void note(String words) {
                if (!printed.isQuiet()) {
                    err.println("note: " + words);
                }
            }
        };
    }
}
