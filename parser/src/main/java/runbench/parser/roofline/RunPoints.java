package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunLog.RegionSummary;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.parser.view.RunView.Curves;

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

    /**
     * @param performance FLOP/s
     * @param intensity FLOP/byte
     */
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

    /**
     * One point for each phase that a run's structure shows; each lies where the lowest and the highest of its
     * stretches do.
     */
    private static final class PhasePoints {
        /** A phase that the run was in once is taken in so many parts. */
        private static final int PARTS = 4;

        private final Envelope flops;
        private final Envelope bytes;
        private final RunPoint whole;
        private final double bytesPerRunTime;

        private PhasePoints(Envelope flops, Envelope bytes, RunPoint whole, double bytesPerRunTime) {
            this.flops = flops;
            this.bytes = bytes;
            this.whole = whole;
            this.bytesPerRunTime = bytesPerRunTime;
        }

        /** Sums over a stretch: operations and bytes per bucket, and how many buckets held both. */
        private record Stretch(double flops, double bytes, int buckets) {
            double performance(double cpus) {
                return flops / buckets * cpus;
            }

            double intensity() {
                return flops / bytes;
            }
        }

        /**
         * None where the structure has no two phases.
         *
         * @param metrics along the running time, as finely as the structure
         * @param bytesPerRunTime what makes the rate of bytes one of running time, as that of operations is
         */
        static List<RunPoint> of(Structure structure, List<Envelope> metrics, RunPoint whole, double bytesPerRunTime) {
            Optional<Envelope> flops = named(metrics, RunPoint.FLOP_RATE);
            Optional<Envelope> bytes = RunPoint.BANDWIDTHS.stream()
                    .flatMap(b -> named(metrics, b).stream())
                    .findFirst();
            if (structure.phases().size() < 2 || flops.isEmpty() || bytes.isEmpty()) {
                return List.of();
            }
            PhasePoints points = new PhasePoints(flops.get(), bytes.get(), whole, bytesPerRunTime);
            return structure.phases().stream().flatMap(p -> points.of(p, structure.stays()).stream()).toList();
        }

        private static Optional<Envelope> named(List<Envelope> metrics, String name) {
            return metrics.stream().filter(e -> e.event().equals(name)).findFirst();
        }

        private Optional<RunPoint> of(Structure.RecurringPhase phase, List<Structure.Stay> stays) {
            List<Stretch> stretches = new ArrayList<>();
            List<Structure.Stay> own = stays.stream().filter(s -> s.phase().equals(phase.name())).toList();
            int parts = own.size() == 1 ? PARTS : 1;
            for (Structure.Stay s : own) {
                for (int i = 0; i < parts; i++) {
                    double length = (s.to() - s.from()) / parts;
                    stretch(s.from() + i * length, s.from() + (i + 1) * length).ifPresent(stretches::add);
                }
            }
            if (stretches.isEmpty()) {
                return Optional.empty();
            }
            Stretch all = stretches.stream()
                    .reduce((a, b) -> new Stretch(a.flops + b.flops, a.bytes + b.bytes, a.buckets + b.buckets))
                    .orElseThrow();
            double[] fast = stretches.stream().mapToDouble(s -> s.performance(whole.cpus())).sorted().toArray();
            double[] dense = stretches.stream().mapToDouble(Stretch::intensity).sorted().toArray();
            String from = String.format(Locale.ROOT, ", in phase %s (%d times, %.0f %% of the run)", phase.name(),
                    phase.times(), 100 * phase.share());
            return Optional.of(new RunPoint(whole.name() + ", phase " + phase.name(), whole.cpus(),
                    all.performance(whole.cpus()), new Interval(fast[0], fast[fast.length - 1]), all.intensity(),
                    new Interval(dense[0], dense[dense.length - 1]), whole.traffic(), whole.flopsFrom() + from,
                    whole.bytesFrom() + from));
        }

        /** Of the buckets whose middle lies in it. */
        private Optional<Stretch> stretch(double from, double to) {
            double f = 0;
            double b = 0;
            int buckets = 0;
            for (int i = 0; i < Math.min(flops.buckets(), bytes.buckets()); i++) {
                double at = flops.origin() + (i + 0.5) * flops.bucketWidth();
                if (at >= from && at < to && flops.mean()[i] > 0 && bytes.mean()[i] > 0) {
                    f += flops.mean()[i];
                    b += bytes.mean()[i] * bytesPerRunTime;
                    buckets++;
                }
            }
            return buckets == 0 ? Optional.empty() : Optional.of(new Stretch(f, b, buckets));
        }
    }
}
