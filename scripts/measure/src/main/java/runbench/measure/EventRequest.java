package runbench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.measure.check.KeptChecks;
import runbench.parser.metrics.Metric;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.select.MetricEvents;
import runbench.sampler.events.select.ModeSplit;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;

/**
 * What is to be counted.
 *
 * @param list event names as typed
 * @param metrics whose events are counted too
 * @param groups what finds no counter is multiplexed
 * @param exact never multiplexed: a run for each group of events that fit the counters
 * @param split user and kernel mode apart
 * @param emulated the emulator counts, always the same: nothing of the machine's own has to be found for the metrics
 */
public record EventRequest(String list, List<Metric> metrics, boolean groups, boolean exact, boolean split,
        boolean emulated) {
    public EventRequest {
        metrics = List.copyOf(metrics);
    }

    /** On the machine's own counters. */
    public EventRequest(String list, List<Metric> metrics, boolean groups, boolean exact, boolean split) {
        this(list, metrics, groups, exact, split, false);
    }

    /**
     * Event names to counters of this machine.
     *
     * @param cpuWide CPUs are observed, whoever runs there
     */
    public EventSelection select(boolean cpuWide) {
        if (emulated) {
            emulatedNames();
        }
        EventResolver resolver = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames,
                cpuWide);
        EventSelection selected = emulated ? resolver.resolve(EventResolver.AUTO)
                : resolver.resolve(metrics.isEmpty() ? list : new MetricEvents(resolver, opens()).with(list, metrics));
        return split ? ModeSplit.of(selected, Machine.read(SystemFiles.THIS_MACHINE).rights()) : selected;
    }

    /**
     * What the emulated machine is to count: events that were named, and those of the metrics; nothing where the
     * machine's own counters are asked.
     *
     * @throws RunbenchException exit code 2: an event that it does not have
     */
    public List<String> emulatedNames() {
        if (!emulated) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (String name : list.strip().equalsIgnoreCase(EventResolver.AUTO) ? new String[0] : list.split(",")) {
            names.add(EmulatedEvent.named(name.strip()).orElseThrow(() -> unknown(name.strip())).name());
        }
        metrics.forEach(m -> m.ways().forEach(way -> names.addAll(way.events())));
        return names;
    }

    private static RunbenchException unknown(String name) {
        String near = NearestNames.didYouMean(name, EmulatedEvent.all().stream().map(EmulatedEvent::name).toList());
        return RunbenchException.badInput("the emulated machine has no event '" + name + "'")
                .remedy((near.isEmpty() ? "" : near + " ") + "'runbench events --emulate' lists what it has");
    }

    /** How often a program has to be run to count all of it; throws what a run would throw. */
    public int runs() {
        return plan(select(false)).size();
    }

    /** The events of each run; a single selection where one run counts all. */
    List<EventSelection> plan(EventSelection events) {
        return exact ? new Sampler(Helper.locate(ProjectHome.folder())).runsFor(events) : List.of(events);
    }

    List<String> metricNames() {
        return metrics.stream().map(Metric::name).toList();
    }

    /** What came of checking the metrics on this machine, for the recording. */
    Map<String, Object> checks() {
        return metrics.isEmpty() ? Map.of() : KeptChecks.ofThisMachine().notes(emulated);
    }

    /** Loads the native binding only when there is a hardware event to ask about. */
    private static Predicate<Event> opens() {
        return event -> {
            if (event.source() != Source.PMU || event.follows()) {
                return true;
            }
            try {
                return event.wide() ? NativeApi.load().tryCount(event.on().get(0), event.modifiers()).errno() == 0
                        : NativeApi.load()
                                .tryOpen(
                                        new PerfProbe(event.encoding(), event.modifiers().kernel(), false, false)) == 0;
            } catch (LinkageError e) {
                return true;
            }
        };
    }
}
