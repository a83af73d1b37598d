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
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.emulate.EmulatedEvent;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.PapiPresets;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.select.MetricEvents;
import runbench.sampler.events.select.ModeSplit;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import runbench.sampler.run.Helper;
import runbench.sampler.run.Sampler;

/**
 * The events and metrics that a run counts.
 *
 * @param list event names as typed
 * @param metrics metrics whose events are counted too
 * @param groups multiplex events that do not fit the counters
 * @param exact never multiplex: one run per group of events that fit the counters
 * @param split count user and kernel mode separately
 * @param emulated the emulator counts: hardware events need not be resolved for the metrics
 * @param remarks sentences for the user about the names of the metrics
 */
public record EventRequest(String list, List<Metric> metrics, boolean groups, boolean exact, boolean split,
        boolean emulated, List<String> remarks) {
    public EventRequest {
        metrics = List.copyOf(metrics);
        remarks = List.copyOf(remarks);
    }

    /** Creates a request for the machine's own counters. */
    public EventRequest(String list, List<Metric> metrics, boolean groups, boolean exact, boolean split) {
        this(list, metrics, groups, exact, split, false, List.of());
    }

    /**
     * Resolves event names to counters of this machine.
     *
     * @param cpuWide observe CPUs with all tasks that run on them, not one program
     */
    public EventSelection select(boolean cpuWide) {
        if (emulated) {
            emulatedNames();
        }
        EventResolver resolver = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames,
                cpuWide);
        EventSelection selected = emulated ? resolver.resolve(EventResolver.AUTO)
                : resolver.resolve(metrics.isEmpty() ? list : new MetricEvents(resolver, opens()).with(list, metrics));
        selected = selected.remarking(remarks);
        return split ? ModeSplit.of(selected, Machine.read(SystemFiles.THIS_MACHINE).rights()) : selected;
    }

    /**
     * Returns the events that the emulated machine counts: the named ones and those of the metrics.
     *
     * @return names; empty for a request on hardware counters
     * @throws RunbenchException exit code 2: the emulated machine does not have an event
     */
    public List<String> emulatedNames() {
        if (!emulated) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (String name : list.strip().equalsIgnoreCase(EventResolver.AUTO) ? new String[0] : list.split(",")) {
            String event = PapiPresets.isOne(name.strip())
                    ? PapiPresets.on(Microarchitectures.emulated(), name.strip()).events().get(0)
                    : name.strip();
            names.add(EmulatedEvent.named(event).orElseThrow(() -> unknown(event)).name());
        }
        metrics.forEach(m -> m.ways().forEach(way -> names.addAll(way.events())));
        return names;
    }

    private static RunbenchException unknown(String name) {
        String near = NearestNames.didYouMean(name, EmulatedEvent.all().stream().map(EmulatedEvent::name).toList());
        return RunbenchException.badInput("the emulated machine has no event '" + name + "'")
                .remedy((near.isEmpty() ? "" : near + " ") + "'runbench events --emulate' lists its events");
    }

    /**
     * Returns the number of runs needed to count all events.
     *
     * @throws RunbenchException the same error as a run
     */
    public int runs() {
        return plan(select(false)).size();
    }

    /** Returns the events of each run; a single selection if one run counts all of them. */
    List<EventSelection> plan(EventSelection events) {
        return exact ? new Sampler(Helper.locate(ProjectHome.folder())).runsFor(events) : List.of(events);
    }

    List<String> metricNames() {
        return metrics.stream().map(Metric::name).toList();
    }

    /** Returns the results of earlier metric checks on this machine, for the recording's metadata. */
    Map<String, Object> checks() {
        return metrics.isEmpty() ? Map.of() : KeptChecks.ofThisMachine().notes(emulated);
    }

    /** Returns a test whether an event can be opened; loads the native binding only for hardware events. */
    private static Predicate<Event> opens() {
        return event -> {
            if (event.source() != Source.PMU || event.follows()) {
                return true;
            }
            try {
                return event.wide()
                        ? NativeApi.load().tryCount(event.placements().get(0), event.modifiers()).errno() == 0
                        : NativeApi.load()
                                .tryOpen(
                                        new PerfProbe(event.encoding(), event.modifiers().kernel(), false, false)) == 0;
            } catch (LinkageError e) {
                return true;
            }
        };
    }
}
