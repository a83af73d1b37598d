package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.home.ProjectHome;
import runbench.base.quantity.Durations;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.order.OrderRule;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.phase.NothingKept;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TracedProcess;
import runbench.report.text.PhaseText;

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
        Path directory = prepare();
        TracedProcess process = new TracedProcess(ProjectHome.folder(), command, directory)
                .mpi(mpi).cpuClock(!noCpuClock);
        if (events != null) {
            process.events(TraceEvents.encode(events));
        }
        int status = process.run();
        PrintWriter out = spec.commandLine().getOut();
        if (!hasFiles(directory)) {
            throw RunbenchException.of(status == 0 ? ExitCode.MACHINE : ExitCode.BENCHMARK_FAILED, String.join(" ", command)
                    + (status == 0 ? " ended well, but no rank" : " ended with status " + status + ", and no rank")
                    + " left a trace in " + directory)
                    .remedy(status == 0 ? "is it an MPI program, dynamically linked with the MPI that was traced ("
                            + process.flavour() + ")? Try --mpi openmpi or --mpi mpich" : "run it without runbench first");
        }
        try (Terminal terminal = Terminal.of(quiet)) {
            MpiTrace trace = MpiTrace.open(List.of(directory), RankTimelines.NONE, terminal.start("checking", "B"));
            SweepReport sweep = LogicalSweep.run(trace, OrderRule.PAS2P, new NothingKept(),
                    terminal.start("matching", "events"));
            terminal.close();
            report(out, directory, trace, sweep, process.flavour(), status);
        }
        if (status != 0) {
            throw RunbenchException.of(ExitCode.BENCHMARK_FAILED, String.join(" ", command) + " ended with status " + status
                    + "; what was traced is in " + directory).remedy("runbench pas2p analyze " + directory);
        }
        return 0;
    }

    private Path prepare() throws IOException {
        Path directory = output != null ? output : Path.of("trace-" + java.time.Instant.now().toString().replace(":", "")
                .replaceFirst("\\..*", "Z"));
        Files.createDirectories(directory);
        if (hasFiles(directory)) {
            throw RunbenchException.badInput(directory + " holds a trace already")
                    .remedy("choose another directory with -o, or remove that one");
        }
        return directory.toAbsolutePath().normalize();
    }

    private static boolean hasFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(f -> f.getFileName().toString().endsWith(".mpit"));
        }
    }

    private void report(PrintWriter out, Path directory, MpiTrace trace, SweepReport sweep, String flavour, int status)
            throws IOException {
        long bytes;
        try (Stream<Path> files = Files.list(directory)) {
            bytes = files.mapToLong(f -> f.toFile().length()).sum();
        }
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("trace", directory.toString());
        seen.put("mpi", flavour);
        seen.put("exit_status", status);
        seen.put("ranks", trace.ranks());
        seen.put("locations", trace.locations());
        seen.put("hosts", PhaseReport.hosts(trace));
        seen.put("run_s", (trace.runEndNanos() - trace.runStartNanos()) / 1e9);
        seen.put("sends", trace.sends());
        seen.put("receives", trace.receives());
        seen.put("collectives", trace.collectives());
        seen.put("communicators", trace.communicators().count());
        seen.put("matched", sweep.matched());
        seen.put("unmatched", sweep.unmatched());
        seen.put("matched_of_other_size", sweep.otherSize());
        seen.put("not_ordered", trace.notOrdered());
        seen.put("complete", trace.complete());
        seen.put("trace_bytes", bytes);
        seen.put("events_counted", counted(trace));
        seen.put("remarks", trace.remarks());
        if (json) {
            out.println(PrintedJson.text(seen));
        } else if (!quiet) {
            out.printf("traced %s on %s (%s): %s between MPI_Init and MPI_Finalize%n", PhaseText.locations(trace),
                    String.join(", ", PhaseReport.hosts(trace)), flavour,
                    Durations.fourDigits(trace.runEndNanos() - trace.runStartNanos()));
            out.printf("%,d sends, %,d receives, %,d collectives, %d communicators; %.1f MB%n", trace.sends(),
                    trace.receives(), trace.collectives(), trace.communicators().count(), bytes / 1e6);
            if (!counted(trace).isEmpty()) {
                out.println("counted per rank, outside MPI: " + counted(trace));
            }
            trace.remarks().stream().limit(10).forEach(r -> out.println("note: " + r));
            PhaseText.matching(out, sweep);
            out.println("next: runbench pas2p analyze " + directory);
        }
    }

    private static String counted(MpiTrace trace) {
        for (int r = 0; r < trace.ranks(); r++) {
            if (trace.present(r)) {
                String list = trace.header(r).metadata().path("events").asText("");
                return list.isEmpty() ? "" : Stream.of(list.split(",")).map(e -> e.split("=")[0])
                        .collect(Collectors.joining(", ")) + " (" + trace.header(r).metadata().path("events_mode").asText() + ")";
            }
        }
        return "";
    }
}
