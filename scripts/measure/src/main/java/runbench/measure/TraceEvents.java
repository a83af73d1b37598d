package runbench.measure;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;

/** Encodes event names for the MPI interposer, which reads numbers only: "name=type:config,...". */
public final class TraceEvents {
    private static final int MAX_EVENTS = 6;

    private TraceEvents() {
    }

    public static String encode(String list) {
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
                                    + " has another encoding on each " + "core type of this machine")
                            .remedy("name software events, or trace without --events");
                });
        return events.stream()
                .map(e -> String.format("%s=%d:%#x", e.name().replaceAll("[,=:]", "_"), e.encoding().type(),
                        e.encoding().config()))
                .collect(Collectors.joining(","));
    }
}
