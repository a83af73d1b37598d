package runbench.sampler.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.progress.LateProgress;
import runbench.base.progress.ProgressDisplay;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.NotCounted;
import runbench.sampler.run.CounterAgreement;
import runbench.sampler.run.Helper;

/**
 * The events of this machine that a word names, each opened and tried.
 *
 * @param counters how many hardware counters work; empty where nothing was opened
 * @param systems tracepoints of each system; empty where they cannot be seen
 * @param noTracefs why they cannot be seen
 * @param opened whether events were opened
 */
public record EventSurvey(Machine machine, Optional<CounterAgreement> counters, List<TriedEvent> events,
        Optional<Map<String, Integer>> systems, NotCounted noTracefs, boolean opened) {
    /** Each tracepoint takes the kernel some milliseconds to let go of. */
    private static final int MOST_TRACEPOINTS = 200;

    /**
     * @param home of Runbench, where the native helper is
     * @param word in name, alias, PMU or description; null for all but tracepoints
     * @param open whether to open them
     */
    public static EventSurvey of(Path home, String word, boolean open, ProgressDisplay display) {
        ThisMachine machine = ThisMachine.read();
        List<KnownEvent> events = new ArrayList<>(
                machine.events().list().stream().filter(e -> word == null || e.matches(word)).toList());
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
        boolean tooMany = tracepoints.size() > MOST_TRACEPOINTS;
        try (display) {
            LateProgress progress = new LateProgress(display.start("trying events", " events"),
                    events.size() + tracepoints.size());
            for (KnownEvent e : Stream.concat(events.stream(), tracepoints.stream()).toList()) {
                Countability verdict = !open ? Countability.notProbed("--no-probe")
                        : tooMany && e.kind() == KnownEvent.Kind.TRACEPOINT
                                ? Countability.notProbed(
                                        "more than " + MOST_TRACEPOINTS + " tracepoints: give a narrower word")
                                : machine.probe(p -> p.probe(e));
                tried.add(new TriedEvent(e, verdict));
                progress.step();
            }
        }
        return tried;
    }

    private static RunbenchException unknown(String word, ThisMachine machine) {
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
}
