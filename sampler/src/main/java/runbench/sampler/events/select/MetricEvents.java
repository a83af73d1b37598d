package runbench.sampler.events.select;

import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.parser.microarchitecture.Microarchitecture;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Event.Source;

/** Adds the events of metrics to an event list. */
public final class MetricEvents {
    /** A software event, which needs no hardware counter. */
    private static final String RUNNING = "task-clock";

    private final EventResolver resolver;
    private final Microarchitecture processor;
    private final Predicate<Event> opens;

    /**
     * Creates the completion for one machine.
     *
     * @param resolver the machine's resolver
     * @param opens tests whether the kernel opens a hardware event; used only for metrics with several formulas
     */
    public MetricEvents(EventResolver resolver, Predicate<Event> opens) {
        this.resolver = resolver;
        this.opens = opens;
        processor = resolver.microarchitecture();
    }

    /**
     * Adds the events of metrics to a list.
     *
     * <p>Each metric uses the first of its formulas that needs no further events, else the first that can be counted
     * here, else its first; the events of the last are then listed as not counted, with the reason. The added events
     * share one group if they fit the counters, so that every sample has the metric. Otherwise each metric has its own
     * group. If the default event set does not fit next to them, it is dropped.
     *
     * @param asked the list as typed
     * @param metrics the metrics
     * @return the extended list
     * @throws RunbenchException exit code 2: a metric of the user has an unknown event
     */
    public String with(String asked, List<Metric> metrics) {
        String list = added(asked, metrics);
        if (!asked.strip().equalsIgnoreCase(EventResolver.AUTO) || programmable(list) <= processor.counters()) {
            return list;
        }
        String alone = added(RUNNING, metrics);
        return alone.equals(RUNNING) ? list : alone;
    }

    private String added(String asked, List<Metric> metrics) {
        EventSelection before = resolver.resolve(asked);
        Set<String> held = new LinkedHashSet<>();
        before.events().forEach(e -> held.add(e.name().toLowerCase(Locale.ROOT)));
        before.notCounted().forEach(n -> held.add(n.name().toLowerCase(Locale.ROOT)));
        before.sums().forEach(s -> held.add(s.name().toLowerCase(Locale.ROOT)));
        List<List<String>> added = new ArrayList<>();
        for (Metric metric : metrics) {
            List<String> missing = new ArrayList<>();
            List<String> needed = metric.available() ? choose(metric, before).events() : List.of();
            for (String event : needed) {
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
        if (programmable(together) <= processor.counters()) {
            return together;
        }
        return asked + added.stream()
                .filter(a -> !a.isEmpty())
                .map(a -> ",{" + String.join(",", a) + "}")
                .collect(Collectors.joining());
    }

    private long programmable(String list) {
        return resolver.resolve(list)
                .events()
                .stream()
                .filter(e -> e.source() == Source.PMU && !e.wide() && !processor.fixed().contains(e.name()))
                .mapToInt(Event::counters)
                .sum();
    }

    private Metric.Way choose(Metric metric, EventSelection before) {
        // A formula whose events are already selected takes no further counter.
        for (Metric.Way way : metric.ways()) {
            if (!way.events().isEmpty() && way.events().stream().allMatch(name -> contains(before, way, name))) {
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

    private static boolean contains(EventSelection selection, Metric.Way way, String name) {
        return selection.sums().stream().anyMatch(s -> s.name().equalsIgnoreCase(name)) || selection.events()
                .stream()
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
                    || resolver.cpuWide() && s.sums().isEmpty() && s.events().stream().filter(Event::wide).count() > 1
                    || !s.events().stream().allMatch(e -> way.allows(e.name(), e.encoding().config()))
                    || choice && !s.events().stream().filter(e -> !e.follows()).allMatch(opens)) {
                return false;
            }
        }
        return true;
    }
}
