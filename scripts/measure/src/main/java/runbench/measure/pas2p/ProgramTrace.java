package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import runbench.base.home.ProjectHome;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.TraceEvents;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.trace.TracedProcess;

/** Traces an MPI program into a directory. */
public final class ProgramTrace {
    /**
     * A program to trace.
     *
     * @param command command that starts the program
     * @param directory directory for the trace, which must not hold another one; null: a new one in the current folder
     * @param mpi openmpi, mpich or auto
     * @param events names of events to count outside MPI, separated by commas; null: none
     */
    public record Request(List<String> command, Path directory, String mpi, String events) {
        public Request {
            command = List.copyOf(command);
        }

        Path directory(Instant now) {
            return directory != null ? directory
                    : Path.of("trace-" + now.toString().replace(":", "").replaceFirst("\\..*", "Z"));
        }
    }

    private ProgramTrace() {
    }

    /**
     * Runs a program and reads its trace.
     *
     * @throws runbench.base.error.RunbenchException the directory contains a trace already, an event cannot be counted,
     *     or no rank has left a trace
     */
    public static TracedRun run(Request request, ProgressDisplay display) throws IOException, InterruptedException {
        Path directory = TracedRun.prepare(request.directory(Instant.now()));
        TracedProcess process = new TracedProcess(ProjectHome.folder(), request.command(), directory)
                .mpi(request.mpi());
        if (request.events() != null) {
            process.events(TraceEvents.encode(request.events()));
        }
        return TracedRun.of(process, request.command(), directory, display);
    }
}
