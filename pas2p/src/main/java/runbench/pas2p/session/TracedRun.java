package runbench.pas2p.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Units;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TracedProcess;

/**
 * A traced MPI program and its trace, checked and matched.
 *
 * @param flavour the traced MPI
 * @param status exit status of the command
 * @param bytes size of all files in the directory
 */
public record TracedRun(List<String> command, Path directory, String flavour, int status, MpiTrace trace,
        SweepReport sweep, long bytes) {
    /**
     * Creates the directory of a trace.
     *
     * @throws RunbenchException it contains a trace already
     */
    public static Path prepare(Path directory) throws IOException {
        Files.createDirectories(directory);
        requireNoTrace(directory);
        return directory.toAbsolutePath().normalize();
    }

    /**
     * Runs a program and reads its trace.
     *
     * @param process runs the command, whose rank files go into the directory
     * @param directory result of {@link #prepare}
     * @throws RunbenchException no rank has left a trace
     */
    public static TracedRun of(TracedProcess process, List<String> command, Path directory, ProgressDisplay display)
            throws IOException, InterruptedException {
        int status;
        try (FolderClaim claim = FolderClaim.of(directory)) {
            requireNoTrace(directory);
            status = process.run();
        }
        if (!hasFiles(directory)) {
            throw RunbenchException
                    .of(status == 0 ? ExitCode.MACHINE : ExitCode.BENCHMARK_FAILED,
                            String.join(" ", command)
                                    + (status == 0 ? " ended with status 0, but no rank"
                                            : " ended with status " + status + ", and no rank")
                                    + " left a trace in " + directory)
                    .remedy(status == 0
                            ? "is it an MPI program, dynamically linked with the MPI that was traced ("
                                    + process.flavour() + ")? Try --mpi openmpi or --mpi mpich"
                            : "run it without runbench first");
        }
        try (display) {
            MpiTrace trace = MpiTrace.open(List.of(directory), RankTimelines.NONE, display.start("checking", "B"));
            SourceLines.name(trace, directory);
            SweepReport sweep = LogicalSweep.run(trace, OrderRule.PAS2P, SweepSink.NONE,
                    display.start("matching", "events"));
            return new TracedRun(command, directory, process.flavour(), status, trace, sweep, bytes(directory));
        }
    }

    /**
     * Runs a program whose trace is needed as a whole.
     *
     * @throws RunbenchException exit code 130: interrupted, the program was ended; otherwise: the program failed
     */
    public static TracedRun whole(TracedProcess process, List<String> command, Path directory, ProgressDisplay display)
            throws IOException {
        try {
            TracedRun run = of(process, command, directory, display);
            if (run.status() != 0) {
                throw RunbenchException
                        .of(ExitCode.BENCHMARK_FAILED, String.join(" ", command) + " ended with status " + run.status())
                        .remedy("run it without runbench first");
            }
            return run;
        } catch (InterruptedException e) {
            throw RunbenchException
                    .of(ExitCode.INTERRUPTED, "interrupted while " + String.join(" ", command) + " was traced")
                    .causedBy(e);
        }
    }

    /** Returns the failure of the command, which has left a trace nevertheless. */
    public Optional<RunbenchException> failure() {
        return status == 0 ? Optional.empty()
                : Optional.of(RunbenchException
                        .of(ExitCode.BENCHMARK_FAILED,
                                String.join(" ", command) + " ended with status " + status
                                        + "; the partial trace is in " + directory)
                        .remedy("runbench pas2p analyze " + directory));
    }

    /**
     * Returns the failure of an interrupted run, with what it left.
     *
     * @param directory directory of the trace
     */
    public static RunbenchException interrupted(List<String> command, Path directory) throws IOException {
        String failed = "interrupted while " + String.join(" ", command) + " was traced; ";
        if (!hasFiles(directory)) {
            return RunbenchException.of(ExitCode.INTERRUPTED, failed + "no rank left a trace in " + directory);
        }
        try {
            MpiTrace kept = MpiTrace.open(directory);
            return RunbenchException.of(ExitCode.INTERRUPTED,
                    failed + Units.counted(kept.sends(), "send") + ", " + Units.counted(kept.receives(), "receive")
                            + " and " + Units.counted(kept.collectives(), "collective") + " of "
                            + Units.counted(kept.ranks(), "rank") + " were kept in " + directory)
                    .remedy("runbench pas2p analyze " + directory);
        } catch (RunbenchException unreadable) {
            return RunbenchException.of(ExitCode.INTERRUPTED,
                    failed + "its files in " + directory + " are not readable: " + unreadable.getMessage());
        }
    }

    /** Returns the counted events outside MPI, in words; empty: not counted. */
    public String counted() {
        for (int r = 0; r < trace.ranks(); r++) {
            if (trace.present(r)) {
                List<String> events = trace.header(r).countedEvents();
                return events.isEmpty() ? "" : String.join(", ", events) + " (" + trace.header(r).countedAs() + ")";
            }
        }
        return "";
    }

    /** Returns all fields for JSON. */
    public Map<String, Object> fields() {
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
        seen.put("events_counted", counted());
        trace.tracingCost().ifPresent(cost -> seen.put("tracing", cost));
        seen.put("remarks", trace.remarks());
        return seen;
    }

    private static void requireNoTrace(Path directory) throws IOException {
        if (hasFiles(directory)) {
            throw RunbenchException.badInput(directory + " contains a trace already")
                    .remedy("choose another directory with -o, or remove that one");
        }
    }

    private static boolean hasFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(f -> f.getFileName().toString().endsWith(".mpit"));
        }
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(f -> f.toFile().length()).sum();
        }
    }
}
