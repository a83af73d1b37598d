package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.trace.TracedProcess;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;

/** Traces an MPI program into a directory. */
public final class ProgramTrace {
    /** Maximum number of events in a record of a trace. */
    private static final int MAX_EVENTS = 6;

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
     * @throws RunbenchException the directory contains a trace already, an event cannot be counted, or no rank has left
     *     a trace; exit code 130: interrupted, with what was kept
     */
    public static TracedRun run(Request request, ProgressDisplay display) throws IOException {
        Path directory = TracedRun.prepare(request.directory(Instant.now()));
        TracedProcess process = new TracedProcess(ProjectHome.folder(), request.command(), directory)
                .mpi(request.mpi());
        if (request.events() != null) {
            process.events(encodedEvents(request.events()));
        }
        try {
            return TracedRun.of(process, request.command(), directory, display);
        } catch (InterruptedException e) {
            throw TracedRun.interrupted(request.command(), directory).causedBy(e);
        }
    }

    /** Encodes event names for the MPI interposer, which reads numbers only: "name=type:config,...". */
    private static String encodedEvents(String list) {
        EventSelection selection = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE),
                () -> name -> Optional.empty()).resolve(list);
        List<Event> events = selection.events();
        if (events.isEmpty()) {
            throw RunbenchException
                    .machine("none of the events " + list + " can be counted here: "
                            + selection.notCounted().stream().map(Object::toString).collect(Collectors.joining("; ")))
                    .remedy("trace without --events, or see: runbench doctor");
        }
        if (events.size() > MAX_EVENTS) {
            throw RunbenchException
                    .badInput("--events " + list + ": " + events.size() + " events; a trace record holds " + MAX_EVENTS)
                    .remedy("name fewer");
        }
        events.stream()
                .filter(e -> e.placements().size() > 1 || !e.placements().get(0).cpus().isEmpty())
                .findFirst()
                .ifPresent(e -> {
                    throw RunbenchException
                            .machine("a trace counts a process wherever it runs, but " + e.name()
                                    + " has another encoding on each core type of this machine")
                            .remedy("name software events, or trace without --events");
                });
        return events.stream()
                .map(e -> String.format("%s=%d:%#x", e.name().replaceAll("[,=:]", "_"), e.encoding().type(),
                        e.encoding().config()))
                .collect(Collectors.joining(","));
    }
}
