package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import runbench.base.error.RunbenchException;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.Formula;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.ResctrlEvents;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.run.Helper;
import runbench.schedule.profile.TrafficUnit;

/** Selects the counters of this machine that measure the memory traffic of one program while others run. */
public final class TrafficMeters {
    /** Metrics by preference: the farther from the core, the earlier. */
    private static final List<String> METRICS = List.of("memory_bandwidth", "l1d_dram_fill_bandwidth",
            "l2_fill_bandwidth");
    private static final double LINE_BYTES = 64;
    private static final double RELATIVE_TOLERANCE = 1e-9;

    private final EventResolver resolver;
    private final Predicate<String> writable;
    private final TrafficUnit unit;

    private TrafficMeters(EventResolver resolver, Predicate<String> writable, TrafficUnit unit) {
        this.resolver = resolver;
        this.writable = writable;
        this.unit = unit;
    }

    /**
     * Returns the meter of the first metric that is a sum of per-program counts: core events or the kernel's cache
     * monitoring. Whether they count is found when they are opened; if they do not, the programs' profiles are used.
     */
    public static TrafficMeter ofThisMachine(TrafficUnit unit) {
        return of(Metrics.here(), new EventResolver(Machine.read(SystemFiles.THIS_MACHINE), NativeApi::pfmNames, false),
                SystemFiles.THIS_MACHINE::writable, unit);
    }

    /**
     * Selects a meter.
     *
     * @param writable returns whether this user may create files in a folder
     */
    static TrafficMeter of(MetricTable table, EventResolver resolver, Predicate<String> writable, TrafficUnit unit) {
        TrafficMeters meters = new TrafficMeters(resolver, writable, unit);
        return METRICS.stream()
                .map(name -> table.find(name).flatMap(meters::of))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(TrafficMeter.none(unit));
    }

    /**
     * Core events of this machine that count the memory traffic of a single task.
     *
     * @param names event names
     * @param bytesEach bytes per count of each event
     */
    public record TrafficEvents(List<String> names, List<Double> bytesEach) {}

    /** Returns the events of the first metric that is a sum of core events; empty if this machine has none. */
    public static Optional<TrafficEvents> eventsOfTask(MetricTable table, EventResolver resolver) {
        TrafficMeters meters = new TrafficMeters(resolver, folder -> false, TrafficUnit.BYTES_PER_SECOND);
        return METRICS.stream()
                .flatMap(name -> table.find(name).stream())
                .flatMap(metric -> metric.ways().stream())
                .filter(meters::isOfPrograms)
                .map(way -> new TrafficEvents(way.events(), bytesEach(way.formula(), way.events())))
                .findFirst();
    }

    private boolean isOfPrograms(Metric.Way way) {
        List<Event> events = resolved(way.events());
        return !events.isEmpty() && events.size() == bytesEach(way.formula(), way.events()).size()
                && events.stream().allMatch(this::ofPrograms);
    }

    private Optional<TrafficMeter> of(Metric metric) {
        for (Metric.Way way : metric.ways()) {
            List<String> names = way.events();
            if (isOfPrograms(way)) {
                List<Event> all = new ArrayList<>(resolved(names));
                all.addAll(resolved(List.of("instructions")));
                return Optional.of(new TrafficMeter(Helper.eventArguments(all), bytesEach(way.formula(), names), unit,
                        String.join(" + ", names)));
            }
        }
        return Optional.empty();
    }

    /** Returns whether an event counts a single program and this user may open it. Counters of whole sockets do not. */
    private boolean ofPrograms(Event e) {
        return e.source() == Source.RESCTRL ? writable.test(ResctrlEvents.ROOT + "/mon_groups")
                : !e.wide() && !e.follows();
    }

    /** Returns the bytes per count of each event; empty if the formula is not a sum per time. */
    static List<Double> bytesEach(Formula formula, List<String> names) {
        List<Double> each = new ArrayList<>();
        for (String name : names) {
            each.add(value(formula, List.of(name), 1));
        }
        double sum = each.stream().mapToDouble(Double::doubleValue).sum();
        boolean additive = value(formula, List.of(), 1) == 0
                && Math.abs(value(formula, names, 1) - sum) <= RELATIVE_TOLERANCE * sum
                && Math.abs(value(formula, names, 2) - sum / 2) <= RELATIVE_TOLERANCE * sum;
        return additive ? each : List.of();
    }

    private static double value(Formula formula, List<String> once, double seconds) {
        double[] values = new double[formula.names().size()];
        Arrays.setAll(values, i -> switch (formula.names().get(i)) {
            case Metric.CACHE_LINE_BYTES -> LINE_BYTES;
            case Metric.RUN_SECONDS, Metric.WALL_SECONDS -> seconds;
            default -> once.contains(formula.names().get(i)) ? 1 : 0;
        });
        return formula.value(values);
    }

    /** Resolves events; empty if one of them is unknown on this machine. */
    private List<Event> resolved(List<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        try {
            EventSelection selection = resolver.resolve(String.join(",", names));
            // Events of the kernel's monitoring are resolved together with a clock, which measures no traffic.
            return selection.notCounted().isEmpty()
                    ? selection.events().stream().filter(e -> e.source() != Source.SOFTWARE).toList()
                    : List.of();
        } catch (RunbenchException e) {
            return List.of(); // the name exists on other machines only
        }
    }
}
