package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.home.ProjectHome;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.measure.TraceEvents;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.trace.TracedProcess;
import runbench.report.text.TraceText;

/** {@code runbench pas2p trace}: runs an unmodified MPI program and keeps its messages. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "runbench pas2p trace [OPTIONS] [--] LAUNCHER [ARGUMENTS...] PROGRAM [ARGUMENTS...]",
        description = "Runs an MPI program, unmodified, and writes one trace file per rank.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p trace -o run1 -- mpirun -np 4 ./app input.txt",
            "  runbench pas2p trace -o run1 --events page-faults,context-switches -- mpirun -np 4 ./app",
            "",
            "On several nodes let DIR be on a shared file system, or bring the nodes' directories together afterwards:",
            "runbench pas2p analyze takes several."})
public final class TraceCommand implements Callable<Integer> {
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command that starts the program; options of runbench stand before it.")
    private List<String> command;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 1,
            description = "Directory for the trace (default: ./trace-<UTC time>). It must not hold another trace.")
    private Path output;

    @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 2,
            description = "openmpi, mpich, or auto (from the program and the launcher). Default: ${DEFAULT-VALUE}.")
    private String mpi;

    @Option(names = "--no-cpu-clock", order = 3,
            description = "Do not read the CPU clock at each call: cheaper, but compute time is then wall time.")
    private boolean noCpuClock;

    @Option(names = "--events", paramLabel = "LIST", order = 4,
            description = "Count these events too, outside MPI, per rank (at most six; names as for runbench run -e).")
    private String events;

    @Option(names = "--compress", order = 5,
            description = "Pack the rank files when the program has ended and they were checked (see runbench pas2p compress).")
    private boolean compress;

    @Option(names = "--json", order = 34, description = "Print what was seen as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors and the program's output.")
    private boolean quiet;

    /** What follows the launcher is the launcher's: "trace -o run1 mpirun -np 4 ./app" needs no "--". */
    @Spec
    void spec(CommandSpec own) {
        spec = own;
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = TracedRun.prepare(output != null ? output
                : Path.of("trace-" + Instant.now().toString().replace(":", "").replaceFirst("\\..*", "Z")));
        TracedProcess process = new TracedProcess(ProjectHome.folder(), command, directory)
                .mpi(mpi).cpuClock(!noCpuClock);
        if (events != null) {
            process.events(TraceEvents.encode(events));
        }
        TracedRun run = TracedRun.of(process, command, directory, Terminal.of(quiet));
        if (compress) {
            run = run.packed(Terminal.of(quiet));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(run.fields()));
        } else if (!quiet) {
            TraceText.print(run, out);
        }
        if (run.failure().isPresent()) {
            throw run.failure().get();
        }
        return 0;
    }
}
