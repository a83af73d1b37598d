package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.base.process.ProgramWords;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.output.Interrupt;
import runbench.cli.output.Terminal;
import runbench.livelog.LogObserver;
import runbench.livelog.LogRequest;
import runbench.livelog.LogRun;
import runbench.livelog.display.DisplayServer;
import runbench.livelog.display.ListenAddress;
import runbench.sync.keep.Gaps;
import runbench.sync.keep.Permission;
import runbench.sync.window.Node;
import runbench.sync.window.Template;

/** {@code runbench log run}: servers on nodes, and their events while they run. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = {"runbench log run --hosts NODE,... [OPTIONS] -- COMMAND [ARGUMENTS...]",
                "       runbench log run --resume STORE"},
        description = {
                "Starts the command on all nodes simultaneously and merges its events into one order while it "
                        + "runs: lines of its output, and events of the event library (native/eventlog).",
                "Clocks of other hosts are measured before the start, and again when their errors may exceed "
                        + "--tolerance."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all servers succeeded", "1:a server failed", "2:wrong options, or nothing to resume",
                "3:a server cannot be started, clocks cannot be measured, a disk is full, events were dropped, "
                        + "late or out of order, or a clock stepped",
                "130:interrupted: all servers were stopped"},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench log run --hosts a,b -- ./server                          two servers on this machine",
                "  runbench log run --hosts n1,n2 --launch 'ssh -o BatchMode=yes {host} {command}' -- ./server",
                "  runbench log run --hosts n1,n2 --launch 'srun -w {host} -N1 -n1 {command}' -- ./server"})
public final class LogRunCommand implements Callable<Integer> {
    @Option(names = "--hosts", split = ",", paramLabel = "HOST",
            description = "HOST, HOST=ADDRESS or HOST=ADDRESS:PORT (of its reflector), separated by commas: one "
                    + "server on each.")
    private List<String> nodes = List.of();

    @Option(names = "--launch", paramLabel = "TEMPLATE",
            description = "Template of the command that starts a program on a node: 'ssh {host} {command}', 'srun "
                    + "-w {host} "
                    + "-N1 -n1 {command}', 'mpirun --host {host} -np 1 {command}', 'ip netns exec {host} {command}'. "
                    + "Default: all servers run on this machine.")
    private String startWith;

    @Option(names = "--same-clock",
            description = "The nodes share the clock of this machine (containers, namespaces): do not measure clocks.")
    private boolean sameClock;

    @Option(names = "--tolerance", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "100us",
            description = "Maximum clock error before clocks are measured again (default: ${DEFAULT-VALUE}).")
    private long tolerance;

    @Option(names = "--hold", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "2s",
            description = "Maximum time for which an event waits for earlier events of a slow node (default: "
                    + "${DEFAULT-VALUE}). The wait adapts to the measured lateness of each node; usually it is 1 to "
                    + "2 ms. Events that arrive later are shown immediately and marked late.")
    private long hold;

    @Option(names = "--sync-window", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "2s",
            description = "Length of a clock measurement (default: ${DEFAULT-VALUE}).")
    private long window;

    @Option(names = "--gaps", paramLabel = "FILE",
            description = "Measure clocks only in these gaps of the network traffic while the servers run: lines "
                    + "BEGIN END, as for runbench sync measure.")
    private Path gaps;

    @Option(names = "--programs", paramLabel = "DIR",
            description = "Folder of runbench-relay and runbench-reflector on the nodes (default: their folder on this "
                    + "machine). native/build/bundle holds copies for any Linux.")
    private String programs;

    @Option(names = "--spool", paramLabel = "DIR", defaultValue = "/tmp",
            description = "Folder on the nodes for events that wait for this program (default: ${DEFAULT-VALUE}).")
    private String spool;

    @Option(names = "--listen", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:0",
            description = "Address for browsers and runbench log watch, which need the printed token (default: "
                    + "${DEFAULT-VALUE}, this machine only, any free port).")
    private String listen;

    @Option(names = "--no-page", description = "Do not serve displays; events are stored as always.")
    private boolean noPage;

    @Option(names = "--resume", paramLabel = "DIR", description = "Resume the log of a killed receiver.")
    private Path resume;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Folder for the log (default: log/<UTC time>/ where results go).")
    private Path output;

    @Mixin
    private PrintedOptions printed;

    @Parameters(paramLabel = "COMMAND", arity = "0..*",
            description = "The command to run on each node; $RB_NODE holds the name of the node.")
    private List<String> command = List.of();

    private CommandSpec spec;

    /** The command and its arguments. */
    @Spec
    void spec(CommandSpec own) {
        spec = own;
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ListenAddress at = ListenAddress.parse(listen);
        try (Terminal terminal = printed.terminal();
                LogRun run = open(new LogRunPresenter(terminal, err));
                DisplayServer page = noPage ? null
                        : DisplayServer.reopen(run.store().path(), at, run.events(), run.control())) {
            if (page != null && !printed.isQuiet()) {
                err.println("events: " + page.address());
                if (!at.isLoopback()) {
                    err.println("note: events and token go over the network unencrypted; ssh -L is safer");
                }
                err.flush();
            }
            return Interrupt.endingEarly(err, () -> {
                LogRun.Outcome outcome = run.run();
                int behind = page == null ? 0 : displaysBehind(page);
                if (behind > 0) {
                    err.printf(Locale.ROOT,
                            "note: %d displays were too slow for the last events: runbench log watch %s%n", behind,
                            run.store().path());
                }
                return finish(outcome, behind, terminal, out);
            });
        }
    }

    private LogRun open(LogObserver observer) throws IOException {
        if (resume != null) {
            return LogRun.resume(resume, this::permission, observer);
        }
        return LogRun.make(
                output != null ? output
                        : ResultFolders.root().resolve("log").resolve(ResultFolders.name(Instant.now())),
                request(), this::permission, observer);
    }

    private Permission permission(long start, long length) {
        return gaps == null ? Permission.ALWAYS
                : Gaps.read(gaps, start, new NanosOrSeconds()::convert).requireRoom(length);
    }

    private LogRequest request() {
        if (nodes.isEmpty() || command.isEmpty()) {
            throw RunbenchException.badInput(nodes.isEmpty() ? "no node is named" : "no command is named")
                    .remedy("runbench log run --hosts a,b -- ./server");
        }
        ProgramWords.requireProgram(command, "runbench log run --hosts " + String.join(",", nodes) + " --");
        List<Node> all = Node.parseAll(nodes, Node.DEFAULT_PORT);
        if (startWith != null) {
            Template.parse("--launch", startWith);
        }
        Range.time("--hold", hold, 0, 60_000_000_000L);
        Range.time("--tolerance", tolerance, 1_000, 1_000_000_000L);
        Range.time("--sync-window", window, 100_000_000L, Range.LONGEST_WINDOW);
        Path home = ProjectHome.folder().toAbsolutePath().normalize();
        String there = programs != null ? programs : ProjectHome.program(home, "runbench-relay").getParent().toString();
        return new LogRequest(all, startWith, there, spool, sameClock, tolerance, window, hold,
                Path.of("").toAbsolutePath().toString(), command);
    }

    private static int displaysBehind(DisplayServer page) {
        try {
            return page.awaitDisplays();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private int finish(LogRun.Outcome outcome, int behind, Terminal terminal, PrintWriter out) {
        terminal.close();
        printed.print(OutputFormat.LOG_RUN, () -> LogRunPresenter.json(outcome, behind),
                text -> LogRunPresenter.print(outcome, text));
        out.flush();
        return outcome.exitCode().code();
    }
}
