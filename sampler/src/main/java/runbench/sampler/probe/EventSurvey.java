package runbench.sampler.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.names.PapiPresets;
import runbench.sampler.events.select.KnownEvents;
import runbench.sampler.run.CounterAgreement;
import runbench.sampler.run.Helper;

/**
 * The events of this machine that match a word, each probed.
 *
 * @param machine the machine
 * @param counters number of working hardware counters; empty if no event was opened
 * @param events the matching events with their results
 * @param systems number of tracepoints by system; empty if tracefs is not readable
 * @param noTracefs reason why tracefs is not readable
 * @param opened true if events were opened
 */
public record EventSurvey(Machine machine, Optional<CounterAgreement> counters, List<TriedEvent> events,
        Optional<Map<String, Integer>> systems, NotCounted noTracefs, boolean opened) {
    /** The limit for probing: the kernel takes some milliseconds to close a tracepoint. */
    private static final int MAX_TRACEPOINTS = 200;

    /**
     * Lists and probes the events that match a word.
     *
     * @param home the project's folder
     * @param word text in name, alias, PMU or description, or a raw code; null for all events except tracepoints
     * @param open true to open the events
     * @param display shows progress
     * @throws RunbenchException exit code 2: no event matches
     */
    public static EventSurvey of(Path home, String word, boolean open, ProgressDisplay display) {
        ThisMachine machine = ThisMachine.read();
        List<KnownEvent> events = new ArrayList<>(word == null ? List.of() : machine.events().ofCode(word));
        machine.events().list().stream().filter(e -> word == null || e.matches(word)).forEach(events::add);
        List<KnownEvent> tracepoints = word == null ? List.of() : machine.events().tracepoints(word);
        Optional<Map<String, Integer>> systems = machine.events().tracepointSystems();
        if (events.isEmpty() && tracepoints.isEmpty()) {
            throw unknown(word, machine);
        }
        List<TriedEvent> tried = probe(machine, events, tracepoints, open, display);
        Optional<CounterAgreement> counters = open ? CounterAgreement.ask(Helper.path(home)) : Optional.empty();
        return new EventSurvey(machine.machine(), counters, tried, systems, machine.events().noTracefs(), open);
    }

    private static List<TriedEvent> probe(ThisMachine machine, List<KnownEvent> events, List<KnownEvent> tracepoints,
            boolean open, ProgressDisplay display) {
        List<TriedEvent> tried = new ArrayList<>();
        boolean tooMany = tracepoints.size() > MAX_TRACEPOINTS;
        try (display) {
            LateProgress progress = new LateProgress(display.start("probing events", " events"),
                    events.size() + tracepoints.size());
            for (KnownEvent e : Stream.concat(events.stream(), tracepoints.stream()).toList()) {
                boolean isOneOfTooMany = tooMany && e.kind() == KnownEvent.Kind.TRACEPOINT;
                Countability verdict = reasonNotToProbe(e, open, isOneOfTooMany).map(Countability::notProbed)
                        .orElseGet(() -> machine.probe(p -> p.probe(e)));
                tried.add(new TriedEvent(e, verdict));
                progress.step();
            }
        }
        return tried;
    }

    private static Optional<String> reasonNotToProbe(KnownEvent e, boolean open, boolean isOneOfTooMany) {
        if (e.pmu().equals(KnownEvents.OTHER_PROCESSORS)) {
            return Optional.of("meanings of the code");
        }
        if (!open) {
            return Optional.of("--no-probe");
        }
        return isOneOfTooMany ? Optional.of("more than " + MAX_TRACEPOINTS + " tracepoints: give a narrower word")
                : Optional.empty();
    }

    private static RunbenchException unknown(String word, ThisMachine machine) {
        if (PapiPresets.isOne(word)) {
            // Throws the reason: a preset with an event is in the list.
            PapiPresets.on(Microarchitectures.of(machine.machine().processor()), word);
        }
        List<String> names = new ArrayList<>();
        machine.events().list().forEach(e -> {
            names.add(e.name());
            names.addAll(e.aliases());
        });
        machine.events()
                .tracepoints("")
                .forEach(t -> names.addAll(List.of(t.name(), t.name().substring(t.name().indexOf(':') + 1))));
        String near = NearestNames.didYouMean(word, names);
        boolean hidden = machine.events().tracepointSystems().isEmpty();
        return RunbenchException.badInput("no event here has '" + word + "' in its name or description")
                .remedy((near.isEmpty() ? "runbench events lists all" : near)
                        + (hidden ? "; tracepoints can be seen after: " + machine.events().noTracefs().remedy() : ""));
    }

    /**
     * An event with its probe result.
     *
     * @param event the event
     * @param verdict the result
     */
    public record TriedEvent(KnownEvent event, Countability verdict) {}
}
