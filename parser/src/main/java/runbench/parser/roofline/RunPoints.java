package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import runbench.base.progress.Progress;
import runbench.base.stats.Interval;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.stats.RegionSummary;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.view.Curves;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/**
 * A run below the roofs: as a whole, its regions where the program logged some, and its course.
 *
 * @param name of the benchmark
 * @param label what was really run
 * @param machine that recorded it
 * @param whole the run; null where it has no point
 * @param missing why it has none; null where it has
 * @param remedy what to do then
 * @param regions of the program, per second in them of one thread; those whose counts tell it
 * @param phases that the structure of its rates shows, from the lowest to the highest of their stretches; none where it
 *     has no two
 * @param course equal parts of its running time
 */
public record RunPoints(String name, String label, String machine, RunPoint whole, String missing, String remedy,
        List<RunPoint> regions, List<RunPoint> phases, List<Part> course) {
    private static final int PARTS = 100;
    private static final int PHASE_BUCKETS = StructureAnalysis.BINS;

    /** @param performance FLOP/s @param intensity FLOP/byte */
    public record Part(double performance, double intensity) {}

    /**
     * @param metrics {@link RunPoint#FLOP_RATE} and {@link RunPoint#BANDWIDTHS}, as the processor that recorded
     *     computes them
     */
    public static RunPoints of(Recording recording, List<Metric> metrics, RunLog log, ByHand hand, Progress progress) {
        RunView view = RunView.of(recording, metrics);
        Periods periods = view.periods();
        Requested<RunSummary> summary = view.summary(log);
        Supplier<Curves> curves = recording.metadata().countsInstructions() ? null
                : view.curves(Axis.RUN_TIME, PARTS, 0, PARTS);
        boolean timed = !recording.metadata().countsInstructions();
        Requested<Structure> structure = timed ? view.gathered(StructureAnalysis.collector(periods, Axis.RUN_TIME))
                : null;
        Requested<List<Envelope>> fine = timed
                ? view.gathered(MetricEnvelopes.collector(periods, metrics, Axis.RUN_TIME, PHASE_BUCKETS))
                : null;
        view.read(progress);
        RunSummary s = summary.get();
        RunPoint.Found found = RunPoint.of(s.benchmark(), s, hand);
        RunPoint whole = found.point();
        boolean counted = whole != null && hand.equals(ByHand.NOTHING);
        return new RunPoints(s.benchmark(), s.label(), s.provenance().machine(), whole, found.missing(), found.remedy(),
                counted ? regions(s, BoundMetric.bind(metrics, periods), periods.events()) : List.of(),
                counted && timed ? PhasePoints.of(structure.get(), fine.get(), whole, RunPoint.bytesPerRunTime(s))
                        : List.of(),
                counted ? course(curves.get().metrics(), whole.cpus(), RunPoint.bytesPerRunTime(s)) : List.of());
    }

    private static Optional<BoundMetric> computable(List<BoundMetric> metrics, String name) {
        return metrics.stream().filter(m -> m.metric().name().equals(name) && m.computable()).findFirst();
    }

    private static List<RunPoint> regions(RunSummary s, List<BoundMetric> metrics, List<EventInfo> events) {
        BoundMetric flops = computable(metrics, RunPoint.FLOP_RATE).orElseThrow();
        BoundMetric bytes = RunPoint.BANDWIDTHS.stream()
                .flatMap(b -> computable(metrics, b).stream())
                .findFirst()
                .orElseThrow();
        List<RunPoint> all = new ArrayList<>();
        for (RegionSummary r : s.log() == null ? List.<RegionSummary>of() : s.log().regions()) {
            double flopRate = rate(flops, r, events, RegionSummary.RegionCount::count);
            double bandwidth = rate(bytes, r, events, RegionSummary.RegionCount::count);
            if (flopRate > 0 && bandwidth > 0) {
                Interval of = enclosed(flops, r, events);
                Interval by = of.over(enclosed(bytes, r, events));
                all.add(new RunPoint(r.name(), 1, flopRate, of.finite() ? of : null, flopRate / bandwidth,
                        by.finite() ? by : null, RunPoint.traffic(bytes.metric().name()), flops.computedFrom(),
                        bytes.computedFrom()));
            }
        }
        return List.copyOf(all);
    }

    private static double rate(BoundMetric m, RegionSummary r, List<EventInfo> events,
            ToDoubleFunction<RegionSummary.RegionCount> count) {
        double[] counts = events.stream()
                .mapToDouble(e -> counted(r, e).map(count::applyAsDouble).orElse(Double.NaN))
                .toArray();
        return m.of(counts, r.totalS() * 1e9, r.totalS() * 1e9);
    }

    private static Interval enclosed(BoundMetric m, RegionSummary r, List<EventInfo> events) {
        List<Interval> counts = events.stream()
                .map(e -> counted(r, e).map(c -> new Interval(c.atLeast(), c.atMost())).orElse(Interval.ALL))
                .toList();
        return m.enclose(counts, Interval.exactly(r.totalS()), Interval.exactly(r.totalS()));
    }

    private static Optional<RegionSummary.RegionCount> counted(RegionSummary r, EventInfo e) {
        return r.events().stream().filter(c -> c.event().equals(e.name())).findFirst();
    }

    /**
     * @param cpus that were busy: rates are per second of running time
     * @param bytesPerRunTime what makes the rate of bytes one of running time, too
     */
    private static List<Part> course(List<Envelope> metrics, double cpus, double bytesPerRunTime) {
        double[] flops = means(metrics, RunPoint.FLOP_RATE);
        double[] bytes = RunPoint.BANDWIDTHS.stream()
                .map(b -> means(metrics, b))
                .filter(m -> m.length > 0)
                .findFirst()
                .orElse(new double[0]);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < Math.min(flops.length, bytes.length); i++) {
            if (flops[i] > 0 && bytes[i] > 0) {
                parts.add(new Part(flops[i] * cpus, flops[i] / (bytes[i] * bytesPerRunTime)));
            }
        }
        return List.copyOf(parts);
    }

    private static double[] means(List<Envelope> metrics, String name) {
        return metrics.stream()
                .filter(e -> e.event().equals(name))
                .findFirst()
                .map(e -> Arrays.copyOf(e.mean(), e.buckets()))
                .orElse(new double[0]);
    }
}
