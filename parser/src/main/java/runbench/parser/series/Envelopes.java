package runbench.parser.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.EventScale;
import runbench.parser.record.Metadata;
import runbench.parser.series.BucketGrid.GridPlacement;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport.AxisExtent;

/** The envelopes of all counted events of a recording, built in one pass over its periods. */
public final class Envelopes {
    private Envelopes() {
    }

    /**
     * Returns the default axis of a recording, on which less is hidden: instructions if the recording is along
     * instructions; wall time if it observed CPUs, if another program controlled the counters, or if the program
     * {@linkplain OffCpu#isWaiting() waited} for a considerable part of it; running time otherwise.
     */
    public static Axis defaultAxis(Periods periods) {
        Metadata metadata = periods.recording().metadata();
        if (metadata.countsInstructions()) {
            return Axis.INSTRUCTIONS;
        }
        boolean alongWall = metadata.cpuWide() || periods.counted().isControlled()
                || periods.offCpu().filter(OffCpu::isWaiting).isPresent();
        return alongWall ? Axis.WALL_TIME : Axis.RUN_TIME;
    }

    /**
     * Returns the axis of time other than the given one; empty if the recording has only one: the clocks of observed
     * CPUs are wall time, and emulated instructions have no time.
     */
    public static Optional<Axis> otherAxis(Periods periods, Axis axis) {
        Metadata metadata = periods.recording().metadata();
        return metadata.countsInstructions() || metadata.cpuWide() ? Optional.empty()
                : Optional.of(axis == Axis.WALL_TIME ? Axis.RUN_TIME : Axis.WALL_TIME);
    }

    /**
     * Unit of an event's rate: "faults/s of running time", "loads/10⁶ instructions". The rate of observed CPUs is the
     * sum over all of them. The rate of a program's clock event is in "busy CPUs". The clock of a CPU also advances
     * while the CPU is idle; its rate is the number of observed CPUs.
     */
    public static String rateUnit(EventInfo event, Axis axis, boolean cpuWide) {
        return EnvelopeBuilder.rateUnit(event, axis, cpuWide);
    }

    /** Returns the envelopes over {@link #defaultAxis}. */
    public static List<Envelope> of(Periods periods, int buckets) {
        return of(periods, defaultAxis(periods), buckets, Progress.NONE);
    }

    /**
     * Returns the envelopes of single tasks: {@code result.get(i)} are those of {@code tasks[i]}. Rates are per second
     * of the task's own running time.
     *
     * @param tasks serial numbers
     */
    public static List<List<Envelope>> ofTasks(Periods periods, Axis axis, int buckets, int[] tasks) {
        SeriesReport report = periods.report();
        BucketGrid grid = BucketGrid.over(periods, axis, report.extent(), buckets);
        List<Builders> builders = Arrays.stream(tasks)
                .mapToObj(task -> new Builders(periods, grid, p -> p.task() == task, null, false))
                .toList();
        periods.forEachOfTasks(builders.stream().flatMap(b -> b.visitors().stream()).toArray(PeriodVisitor[]::new));
        return builders.stream().map(b -> b.build(report, grid)).toList();
    }

    /**
     * Returns one envelope per counted event, in the order of {@link Periods#events()}. Events that were not counted
     * have none. {@link BucketSpread} describes how periods are spread over buckets.
     *
     * @param buckets maximum number of buckets, at least 1; the width of a bucket is a multiple of the nominal period
     * @throws RunbenchException (bad input) when the recording has no such axis
     */
    public static List<Envelope> of(Periods periods, Axis axis, int buckets, Progress progress) {
        return periods.collect(progress, collector(periods, axis, buckets));
    }

    /** Returns a collector of these envelopes. */
    public static SeriesCollector<List<Envelope>> collector(Periods periods, Axis axis, int buckets) {
        return collector(periods, extent -> BucketGrid.over(periods, axis, extent, buckets));
    }

    /** Returns a collector of envelopes on the grid that a rule chooses for the length of the recording. */
    public static SeriesCollector<List<Envelope>> collector(Periods periods, Function<AxisExtent, BucketGrid> rule) {
        return new Collector<>(periods, rule, Builders::build, false);
    }

    /** Returns a collector of the counts in each bucket, one element per counted event. */
    public static SeriesCollector<List<BinnedCounts>> countsCollector(Periods periods, Axis axis, int buckets) {
        return new Collector<>(periods, extent -> BucketGrid.over(periods, axis, extent, buckets), Builders::counts,
                true);
    }

    /**
     * Returns a collector of envelopes on a grid that several recordings share, in its buckets and in wider ones.
     *
     * @param placement position of this recording on the grid
     * @param times number of buckets of the grid in a wide one
     */
    public static SeriesCollector<EnvelopeScales> collector(Periods periods, BucketGrid shared, GridPlacement placement,
            int times) {
        Builders builders = new Builders(periods, shared, null, placement, false);
        return new SeriesCollector<>() {
            @Override
            public PeriodVisitor periods() {
                return builders.visitor();
            }

            @Override
            public EnvelopeScales result(SeriesReport report) {
                List<Envelope> fine = builders.build(report, shared);
                return times == 1 ? new EnvelopeScales(fine, fine)
                        : new EnvelopeScales(fine,
                                builders.counted(report)
                                        .map(b -> b.merged(times).build(report, shared.merged(times)))
                                        .toList());
            }
        };
    }

    /** Returns the grid for the presently known {@linkplain Periods#extent() extent} of the recording. */
    public static BucketGrid grid(Periods periods, Axis axis, int buckets) {
        return BucketGrid.over(periods, axis, periods.extent(), buckets);
    }

    /** @param <T> type of the result per event */
    private static final class Collector<T> implements SeriesCollector<List<T>> {
        private final Periods periods;
        private final Function<AxisExtent, BucketGrid> rule;
        private final BucketGrid grid;
        private final Builders builders;
        private final Result<T> result;
        private final boolean onlyCounts;

        Collector(Periods periods, Function<AxisExtent, BucketGrid> rule, Result<T> result, boolean onlyCounts) {
            this(periods, rule, rule.apply(periods.extent()), result, onlyCounts);
        }

        private Collector(Periods periods, Function<AxisExtent, BucketGrid> rule, BucketGrid grid, Result<T> result,
                boolean onlyCounts) {
            this.periods = periods;
            this.rule = rule;
            this.grid = grid;
            this.result = result;
            this.onlyCounts = onlyCounts;
            builders = new Builders(periods, grid, null, null, onlyCounts);
        }

        @Override
        public PeriodVisitor periods() {
            return builders.visitor();
        }

        @Override
        public SeriesCollector<List<T>> corrected(SeriesReport report) {
            BucketGrid exact = rule.apply(report.extent());
            return grid.sameBuckets(exact) ? this : new Collector<>(periods, rule, exact, result, onlyCounts);
        }

        @Override
        public List<T> result(SeriesReport report) {
            return result.of(builders, report, rule.apply(report.extent()));
        }
    }

    /** The computation of a result from the collected buckets. */
    @FunctionalInterface
    private interface Result<T> {
        List<T> of(Builders builders, SeriesReport report, BucketGrid grid);
    }

    /** One builder per counted event, for the periods that match a predicate. */
    private static final class Builders {
        private final List<EnvelopeBuilder> events = new ArrayList<>();
        private final Map<Integer, GroupVisitor> groups = new LinkedHashMap<>();

        /**
         * Creates empty builders.
         *
         * @param wanted null if the periods are those of all tasks or CPUs
         * @param placement null if the grid begins with the recording
         * @param onlyCounts whether only {@link #counts} is needed
         */
        Builders(Periods periods, BucketGrid grid, Predicate<Period> wanted, GridPlacement placement,
                boolean onlyCounts) {
            for (int e = 0; e < periods.events().size(); e++) {
                EventInfo event = periods.events().get(e);
                if (event.counted()) {
                    GroupVisitor group = groups.computeIfAbsent(event.group(), g -> new GroupVisitor(g, wanted,
                            new BucketSpread(grid, periods, wanted == null, placement), new ArrayList<>()));
                    EnvelopeBuilder builder = new EnvelopeBuilder(periods, e, grid, group.spread(), placement,
                            wanted == null, onlyCounts);
                    group.builders().add(builder);
                    events.add(builder);
                }
            }
        }

        Collection<GroupVisitor> visitors() {
            return groups.values();
        }

        PeriodVisitor visitor() {
            GroupVisitor[] all = groups.values().toArray(GroupVisitor[]::new);
            return all.length == 1 ? all[0] : p -> {
                for (GroupVisitor g : all) { // as in a group, no lambda or iterator per period
                    g.period(p);
                }
            };
        }

        List<Envelope> build(SeriesReport report, BucketGrid grid) {
            return counted(report).map(b -> b.build(report, grid)).toList();
        }

        List<BinnedCounts> counts(SeriesReport report, BucketGrid grid) {
            return counted(report).map(b -> b.counts(report, grid)).toList();
        }

        Stream<EnvelopeBuilder> counted(SeriesReport report) {
            return events.stream().filter(b -> b.isCounted(report));
        }
    }

    /** Places each period of a group once and passes it to the builders of the group's events. */
    private record GroupVisitor(int group, Predicate<Period> wanted, BucketSpread spread,
            List<EnvelopeBuilder> builders) implements PeriodVisitor {
        @Override
        public void period(Period p) {
            if (p.group() != group || wanted != null && !wanted.test(p)) {
                return;
            }
            spread.place(p);
            for (int i = 0; i < builders.size(); i++) { // no iterator per period: this loop is hot
                builders.get(i).take(p);
            }
        }
    }

    /**
     * The envelopes of one reading, of the same events or metrics in the same order.
     *
     * @param fine the envelopes in the buckets of the collection
     * @param merged the envelopes in merged buckets, equal to envelopes that were collected in such buckets
     */
    public record EnvelopeScales(List<Envelope> fine, List<Envelope> merged) {
        public EnvelopeScales {
            fine = List.copyOf(fine);
            merged = List.copyOf(merged);
        }
    }

    /** The buckets of one event during a pass. */
    private static final class EnvelopeBuilder {
        private final EventInfo info;
        private final double scale;
        private final int event;
        private final BucketGrid grid;
        private final boolean cpuWide;
        /** Number of CPUs over which rates are added up; 1 if tasks are observed. */
        private final int cpus;
        private final BucketSpread spread;
        private final double[] count;
        private final double[] time;
        /** Null if only counts are needed. */
        private final BucketExtremes extremes;
        /** Null if only counts are needed, or if the peak is that of the whole recording, which each pass computes. */
        private final PeakRate peak;
        private final long nominal;
        /** Null if the event is not a clock. The mean of a clock is the number of busy CPUs. */
        private final BusyTime busy;

        /**
         * @param spread places the periods of the event's group, once for all its events
         * @param placement null: the grid begins with the recording
         * @param wholeProgram whether the periods are those of all tasks or CPUs
         * @param onlyCounts whether only {@link #counts} is needed
         */
        EnvelopeBuilder(Periods periods, int event, BucketGrid grid, BucketSpread spread, GridPlacement placement,
                boolean wholeProgram, boolean onlyCounts) {
            this.event = event;
            this.grid = grid;
            cpuWide = periods.recording().metadata().cpuWide();
            info = periods.events().get(event);
            cpus = wholeProgram ? periods.summedCpus(info) : 1;
            scale = info.scale().factor();
            this.spread = spread;
            count = new double[grid.count()];
            time = new double[grid.count()];
            extremes = onlyCounts ? null : new BucketExtremes(grid.count());
            peak = onlyCounts || wholeProgram && placement == null ? null : new PeakRate();
            nominal = periods.nominalNanos();
            busy = info.isTime() && !onlyCounts ? new BusyTime(grid, placement, periods) : null;
        }

        /** Returns the collected values with {@code times} neighbouring buckets merged. */
        EnvelopeBuilder merged(int times) {
            return new EnvelopeBuilder(this, times);
        }

        private EnvelopeBuilder(EnvelopeBuilder fine, int times) {
            event = fine.event;
            grid = fine.grid.merged(times);
            cpuWide = fine.cpuWide;
            cpus = fine.cpus;
            info = fine.info;
            scale = fine.scale;
            spread = fine.spread.merged(times);
            count = BucketGrid.merged(fine.count, times);
            time = BucketGrid.merged(fine.time, times);
            extremes = fine.extremes.merged(times);
            peak = fine.peak;
            nominal = fine.nominal;
            busy = fine.busy == null ? null : fine.busy.merged(times);
        }

        /** Adds the period that the spread has placed last. */
        void take(Period p) {
            double counts = p.estimate(event);
            if (Double.isNaN(counts) || p.runDeltaNanos() <= 0 && counts == 0) {
                return;
            }
            if (busy != null) {
                busy.add(p, counts);
            }
            if (spread.outside()) {
                return;
            }
            if (peak != null) {
                peak.add(p, event);
            }
            int last = spread.last();
            double counted = p.count(event);
            double measured = info.socketWide() ? p.wallDeltaNanos() : p.measuredNanos(event);
            for (int b = spread.first(); b <= last; b++) {
                double share = spread.share(b);
                // Weighted by the time in which it was measured: half a percent of a period must not stand for all of
                // it.
                count[b] += counted * share;
                time[b] += measured * share;
            }
            if (extremes != null && p.isWhole() && cpus == 1) { // no period covers several CPUs
                extremes.add(spread.firstOfRate(), spread.lastOfRate(), p.rate(event));
            }
        }

        boolean isCounted(SeriesReport report) {
            return report.isCounted(event);
        }

        /** @param exact grid over the exact extent of the recording; its buckets are those of this builder */
        Envelope build(SeriesReport report, BucketGrid exact) {
            double[] mean = new double[count.length];
            for (int i = 0; i < mean.length; i++) {
                mean[i] = mean(i);
            }
            // The rate of a clock in a period is 1 whatever the program does: of several CPUs no period tells it.
            double rate = cpus * report.meanRate(event, info.overWallTime());
            double fastest = busy != null || cpus > 1 ? Double.NaN
                    : (peak == null ? report.peaks().get(event) : peak).rate(rate) * perUnit();
            double highest = busy != null ? extremes.peak() * perUnit() : fastest;
            return new Envelope(info.name(), info.countedAs(), rateUnit(info, grid.axis(), cpuWide), grid.axis(), 0,
                    grid.width() / grid.perAxisUnit(), exact.length() / grid.perAxisUnit(), mean,
                    extremes.min(mean, perUnit()), extremes.max(mean, perUnit()),
                    new Envelope.Figures(rate * perUnit(), fastest, BucketExtremes.top(highest, mean, time, nominal)),
                    report.shareMeasured().get(event), info.isEnvironment());
        }

        /** @param exact grid over the exact extent of the recording; its buckets are those of this builder */
        BinnedCounts counts(SeriesReport report, BucketGrid exact) {
            double[] measured = new double[time.length];
            for (int i = 0; i < measured.length; i++) {
                double nanos = time[i] > 0 ? time[i] : spread.idle(i, time[i]) ? grid.width() : 0;
                measured[i] = nanos / grid.perAxisUnit();
            }
            return new BinnedCounts(info, rateUnit(info, grid.axis(), cpuWide), grid.axis(),
                    grid.width() / grid.perAxisUnit(), exact.length() / grid.perAxisUnit(), scale,
                    report.shareMeasured().get(event), count.clone(), measured);
        }

        private double mean(int bucket) {
            if (busy != null) {
                return time[bucket] > 0 || spread.idle(bucket, time[bucket]) ? busy.cpus(bucket) : Double.NaN;
            }
            return time[bucket] > 0 ? cpus * count[bucket] / time[bucket] * perUnit() : Double.NaN;
        }

        private double perUnit() {
            return info.isTime() ? 1 : grid.perAxisUnit() * scale;
        }

        static String rateUnit(EventInfo info, Axis axis, boolean cpuWide) {
            if (info.isTime()) {
                return cpuWide ? "CPUs observed" : "busy CPUs";
            }
            String unit = info.unit().isEmpty() ? info.name() : info.scale().unit();
            return axis == Axis.INSTRUCTIONS ? unit + "/10⁶ instructions"
                    : RateBase.of(info, cpuWide).in(new EventScale(1, unit).perSecond());
        }
    }
}
