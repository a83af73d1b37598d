package runbench.sampler.events.select;

import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Source;

/** Adds to an event list what metrics need. */
public final class MetricEvents {
    /** On most CPUs counted by registers of their own. */
    private static final Set<String> FIXED = Set.of("cpu-cycles", "instructions", "ref-cycles");
    /** Programmable counters that a core has at the least, one left for the system. */
    private static final int COUNTERS = 4;

    private final EventResolver resolver;
    private final Predicate<Event> opens;

    /**
     * @param opens whether the system opens a hardware event; asked only where a metric can be computed in several ways
     */
    public MetricEvents(EventResolver resolver, Predicate<Event> opens) {
        this.resolver = resolver;
        this.opens = opens;
    }

    /**
     * The list with the events of each metric's first way that needs no further ones, or that can be counted here, or of
     * its first way when none can:
     * they then stand among the events that were not counted, with the reason. While few enough for the counters they
     * share one group, so that every sample tells the metric; otherwise each metric's events make a group.
     *
     * @param asked as typed
     * @throws RunbenchException exit code 2 when a metric of the user's names an event that nothing knows
     */
    public String with(String asked, List<Metric> metrics) {
        EventSelection before = resolver.resolve(asked);
        Set<String> held = new LinkedHashSet<>();
        before.events().forEach(e -> held.add(e.name().toLowerCase(Locale.ROOT)));
        before.notCounted().forEach(n -> held.add(n.name().toLowerCase(Locale.ROOT)));
        before.sums().forEach(s -> held.add(s.name().toLowerCase(Locale.ROOT)));
        List<List<String>> added = new ArrayList<>();
        for (Metric metric : metrics) {
            List<String> missing = new ArrayList<>();
            for (String event : choose(metric, before).events()) {
                if (held.add(event.toLowerCase(Locale.ROOT))) {
                    missing.add(event);
                }
            }
            added.add(missing);
        }
        List<String> plain = added.stream().flatMap(List::stream).toList();
        if (plain.isEmpty()) {
            return asked;
        }
        String together = asked + "," + String.join(",", plain);
        if (programmable(together) <= COUNTERS) {
            return together;
        }
        return asked + added.stream().filter(a -> !a.isEmpty()).map(a -> ",{" + String.join(",", a) + "}").collect(Collectors.joining());
    }

    private long programmable(String list) {
        return resolver.resolve(list).events().stream()
                .filter(e -> e.source() == Source.PMU && !FIXED.contains(e.name())).count();
    }

    private Metric.Way choose(Metric metric, EventSelection before) {
        // What is counted anyhow takes no further counter.
        for (Metric.Way way : metric.ways()) {
            if (!way.events().isEmpty() && way.events().stream().allMatch(name -> holds(before, way, name))) {
                return way;
            }
        }
        for (Metric.Way way : metric.ways()) {
            if (countable(way, metric.ways().size() > 1)) {
                return way;
            }
        }
        return metric.ways().get(0);
    }

    private static boolean holds(EventSelection selection, Metric.Way way, String name) {
        return selection.sums().stream().anyMatch(s -> s.name().equalsIgnoreCase(name)) || selection.events().stream()
                .anyMatch(e -> e.name().equalsIgnoreCase(name) && way.allows(name, e.encoding().config()));
    }

    private boolean countable(Metric.Way way, boolean choice) {
        for (String name : way.events()) {
            EventSelection s;
            try {
                s = resolver.resolve(name);
            } catch (RunbenchException e) {
                if (choice) {
                    return false; // a name for other machines, or for emulation
                }
                throw e;
            }
            if (s.events().isEmpty() || !s.notCounted().isEmpty()
                    || !s.events().stream().allMatch(e -> way.allows(e.name(), e.encoding().config())) || choice && !s.events().stream().allMatch(opens)) {
                return false;
            }
        }
        return true;
    }
}
