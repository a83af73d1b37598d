package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.base.stats.Interval;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Recording;
import runbench.parser.roofline.RunPoint.SuppliedQuantities;
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
 * The points of a run below the roofs: the whole run, its logged regions, its phases and its course.
 *
 * @param name name of the benchmark
 * @param label label of the program that ran
 * @param machine machine that recorded the run
 * @param whole point of the run; null if it has none
 * @param missing reason why it has no point; null if it has one
 * @param remedy action that helps; null if there is a point
 * @param regions regions of the program whose counts define a point; rates are per second of one thread in the region
 * @param phases phases of the structure of its rates, each with the range of its stretches; empty with fewer than two
 *     phases
 * @param course equal parts of its running time
 */
public record RunPoints(String name, String label, String machine, RunPoint whole, String missing, String remedy,
        List<RunPoint> regions, List<RunPoint> phases, List<Part> course) {
    private static final int PARTS = 100;
    private static final int PHASE_BUCKETS = StructureAnalysis.BINS;

    /**
     * A point of a part of the run.
     *
     * @param performance performance, FLOP/s
     * @param intensity intensity, FLOP/byte
     */
    public record Part(double performance, double intensity) {}

    /**
     * Computes the points of a recording.
     *
     * @param metrics {@link RunPoint#FLOP_RATE} and {@link RunPoint#BANDWIDTHS}, as defined for the processor that
     *     recorded
     */
    public static RunPoints of(Recording recording, List<Metric> metrics, RunLog log, SuppliedQuantities hand,
            Progress progress) {
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
        boolean counted = whole != null && hand.equals(SuppliedQuantities.NOTHING);
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
                Interval by = of.dividedBy(enclosed(bytes, r, events));
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
     * Returns the points of equal parts of the run.
     *
     * @param cpus number of busy CPUs; rates are per second of running time
     * @param bytesPerRunTime factor that converts the rate of bytes to a rate of running time
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
     * The points of the phases that a run's structure contains. The interval of a point extends from the lowest to the
     * highest of its stretches.
     */
    private static final class PhasePoints {
        /** Number of parts into which the only occurrence of a phase is divided. */
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

        /**
         * The sums over a stretch.
         *
         * @param flops operations per bucket
         * @param bytes bytes per bucket
         * @param buckets number of buckets with both values
         */
        private record Stretch(double flops, double bytes, int buckets) {
            double performance(double cpus) {
                return flops / buckets * cpus;
            }

            double intensity() {
                return flops / bytes;
            }
        }

        /**
         * Returns the points of the phases.
         *
         * @param metrics metrics along the running time, with the resolution of the structure
         * @param bytesPerRunTime factor that converts the rate of bytes to a rate of running time, like that of
         *     operations
         * @return empty if the structure has fewer than two phases
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
            String from = String.format(Locale.ROOT, ", in phase %s (%s, %.0f %% of the run)", phase.name(),
                    Units.times(phase.times()), 100 * phase.share());
            return Optional.of(new RunPoint(whole.name() + ", phase " + phase.name(), whole.cpus(),
                    all.performance(whole.cpus()), new Interval(fast[0], fast[fast.length - 1]), all.intensity(),
                    new Interval(dense[0], dense[dense.length - 1]), whole.traffic(), whole.flopsFrom() + from,
                    whole.bytesFrom() + from));
        }

        /** Returns the sums over the buckets whose middle is in a range. */
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
