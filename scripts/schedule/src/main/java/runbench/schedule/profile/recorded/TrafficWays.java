package runbench.schedule.profile.recorded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Formula;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.record.EmulatedMachine;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.series.Periods;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;

/**
 * Selects the formulas of traffic, waiting share and progress from the project's tables, according to the events in a
 * recording.
 */
final class TrafficWays {
    /** Names of bandwidth metrics, farthest from the core first. */
    static final List<String> BANDWIDTHS = List.of("memory_bandwidth", "l1d_dram_fill_bandwidth", "l2_fill_bandwidth");
    private static final String WAITING = "topdown_memory_bound";
    private static final String LOWER = "lines prefetched into the level 2 cache are not included: the memory traffic "
            + "is higher";
    private static final String LAST_LEVEL = "one line per miss of the last emulated cache level; no write-backs, no "
            + "prefetches";
    private static final String ONLY_FIRST = LAST_LEVEL
            + "; only the first level was emulated: most of its misses hit in another cache, so this is far more than "
            + "the memory traffic";

    private final MetricTable table;
    private final Microarchitecture processor;
    private final Periods periods;

    /**
     * The metric of the traffic.
     *
     * @param metric formula bound to the events
     * @param source source of the traffic
     * @param reservation known over- or underestimate; may be empty
     */
    record Traffic(BoundMetric metric, TrafficSource source, String reservation) {
        /** Returns the bytes for counts of a period of one second. */
        double bytes(double[] counts) {
            return Math.max(0, metric.of(counts, 1e9, 1e9));
        }
    }

    TrafficWays(MetricTable table, Microarchitecture processor, Periods periods) {
        this.table = table;
        this.processor = processor;
        this.periods = periods;
    }

    /**
     * Selects the traffic metric.
     *
     * @param asked name of a metric in B/s; null for the best one that the recording supports
     */
    Traffic traffic(String asked) {
        if (periods.recording().metadata().countsInstructions()) {
            return emulated();
        }
        List<String> why = new ArrayList<>();
        for (String name : asked == null ? BANDWIDTHS : List.of(asked)) {
            Metric metric = table.find(name)
                    .filter(m -> m.unit().equals("B/s"))
                    .orElseThrow(() -> RunbenchException.badInput("'" + name + "' is not a metric in B/s")
                            .remedy("write one of " + String.join(", ", BANDWIDTHS)));
            BoundMetric bound = BoundMetric.bind(metric, periods);
            if (bound.computable() && perTime(bound)) {
                return traffic(bound);
            }
            why.add(name + ": "
                    + bound.reason().orElse("its formula is not proportional to the counts and to 1 / time"));
        }
        throw RunbenchException
                .badInput(periods.recording().path() + ": no traffic to memory was counted in this run ("
                        + String.join("; ", why) + ")")
                .remedy(remedy());
    }

    private String remedy() {
        boolean known = !periods.recording().metadata().run().path("processor").isMissingNode()
                || !processor.id().equals("unknown");
        return known
                ? "record it again with --metrics memory (with --groups where these are more than the counters), or "
                        + "without a PMU with --emulate --metrics cache,memory"
                : "name the processor that recorded it: --processor zen5 ('runbench metrics --processor all' lists "
                        + "them)";
    }

    private static Traffic traffic(BoundMetric bound) {
        List<EventInfo> events = bound.events();
        String name = bound.metric().name();
        TrafficSource source = events.stream().anyMatch(EventInfo::socketWide) ? TrafficSource.MEMORY_CONTROLLERS
                : events.stream().anyMatch(e -> e.source().is(CountSource.RESCTRL)) ? TrafficSource.RESCTRL
                        : name.equals(BANDWIDTHS.get(0)) || name.equals(BANDWIDTHS.get(1)) ? TrafficSource.MEMORY_FILLS
                                : TrafficSource.CACHE_FILLS;
        return new Traffic(bound, source,
                name.equals(BANDWIDTHS.get(1)) ? LOWER
                        : source == TrafficSource.MEMORY_CONTROLLERS
                                ? "includes the traffic of all other programs on the machine"
                                : "");
    }

    /** Returns whether a metric is proportional to the counts and to 1 / time. */
    private boolean perTime(BoundMetric m) {
        double[] ones = new double[periods.events().size()];
        double[] twos = new double[ones.length];
        Arrays.fill(ones, 1e6);
        Arrays.fill(twos, 2e6);
        double one = m.of(ones, 1e9, 1e9);
        return Math.abs(m.of(ones, 2e9, 2e9) - one / 2) <= 1e-9 * Math.abs(one)
                && Math.abs(m.of(twos, 1e9, 1e9) - 2 * one) <= 1e-9 * Math.abs(one);
    }

    private Traffic emulated() {
        List<Metric.Way> ways = List.of(way("L2_MISS * " + line("L2")),
                way("(L1D_READ_MISS + L1D_WRITE_MISS) * " + line("L1D")));
        BoundMetric bound = BoundMetric.bind(new Metric("emulated_traffic", "emulated traffic", "B", "", ways, ""),
                periods);
        if (!bound.computable()) {
            throw RunbenchException
                    .badInput(periods.recording().path() + ": no cache was emulated in this run ("
                            + bound.reason().orElse("") + ")")
                    .remedy("record it again with --emulate --metrics cache,memory");
        }
        return new Traffic(bound, TrafficSource.EMULATED_MISSES,
                bound.way().orElseThrow().equals(ways.get(0)) ? LAST_LEVEL : ONLY_FIRST);
    }

    /**
     * Returns the line size of a modelled cache in bytes, or the formulas' name for the machine's line size if the
     * recording does not contain it.
     */
    private String line(String cache) {
        return EmulatedMachine.of(periods.recording().metadata())
                .map(m -> m.caches().get(cache))
                .map(c -> String.valueOf(c.lineBytes()))
                .orElse(Metric.CACHE_LINE_BYTES);
    }

    /** Returns the metric of the share of slots that waited for memory; empty if its events were not counted. */
    Optional<BoundMetric> waiting() {
        return table.find(WAITING).map(m -> BoundMetric.bind(m, periods)).filter(BoundMetric::computable);
    }

    /** Returns the metric of instructions, from any event that counts them; empty if none was counted. */
    Optional<BoundMetric> instructions() {
        BoundMetric bound = BoundMetric.bind(
                new Metric("progress", "progress", "instructions", "", List.of(way("instructions")), ""), periods);
        return Optional.of(bound).filter(BoundMetric::computable);
    }

    private Metric.Way way(String formula) {
        Formula parsed = Formula.parse(formula);
        Map<String, Long> raw = new LinkedHashMap<>();
        parsed.names().forEach(name -> processor.code(name).ifPresent(code -> raw.put(name, code)));
        return new Metric.Way(parsed, "", "", Map.of(), raw, "");
    }
}
