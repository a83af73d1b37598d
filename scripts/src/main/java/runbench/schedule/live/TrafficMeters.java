package runbench.schedule.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import runbench.base.error.RunbenchException;
import runbench.measure.Metrics;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.run.HelperEvents;
import runbench.schedule.profile.TrafficUnit;

/** What of this machine's processor counts a program's lines from memory while others run. */
public final class TrafficMeters {
    /** The farther from the core, the earlier. Those of whole sockets, which tell nobody apart, are passed over. */
    private static final List<String> METRICS = List.of("memory_bandwidth", "l1d_dram_fill_bandwidth", "l2_fill_bandwidth");
    private static final Set<String> NO_EVENTS = Set.of(Metric.CACHE_LINE_BYTES, Metric.RUN_SECONDS, Metric.WALL_SECONDS);
    private static final int LINE_BYTES = 64;

    private TrafficMeters() {
    }

    /**
     * That of the first metric which is a sum of the core's own events. Whether they count is seen when they are opened: where they do not,
     * programs go by their profiles.
     */
    public static TrafficMeter ofThisMachine(TrafficUnit unit) {
        MetricTable table = Metrics.here();
        EventResolver resolver = new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames, false);
        for (String name : METRICS) {
            Optional<TrafficMeter> meter = table.find(name).flatMap(m -> of(m, resolver, unit));
            if (meter.isPresent()) {
                return meter.get();
            }
        }
        return TrafficMeter.none(unit);
    }

    private static Optional<TrafficMeter> of(Metric metric, EventResolver resolver, TrafficUnit unit) {
        for (Metric.Way way : metric.ways()) {
            List<String> names = way.events().stream().filter(e -> !NO_EVENTS.contains(e)).toList();
            List<Event> events = resolved(resolver, names);
            if (!events.isEmpty() && events.stream().noneMatch(e -> e.wide() || e.follows())) {
                int lines = events.size();
                List<Event> all = new ArrayList<>(events);
                all.addAll(resolved(resolver, List.of("instructions")));
                return Optional.of(new TrafficMeter(HelperEvents.words(all), lines, LINE_BYTES, unit, String.join(" + ", names)));
            }
        }
        return Optional.empty();
    }

    /** None where one of them is not known here. */
    private static List<Event> resolved(EventResolver resolver, List<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        try {
            EventSelection selection = resolver.resolve(String.join(",", names));
            return selection.notCounted().isEmpty() ? selection.events() : List.of();
        } catch (RunbenchException e) {
            return List.of(); // a name for other machines
        }
    }
}
