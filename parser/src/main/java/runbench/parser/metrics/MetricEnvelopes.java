package runbench.parser.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.progress.Progress;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketExtremes;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.BucketGrid.GridPlacement;
import runbench.parser.series.BucketSpread;
import runbench.parser.series.BusyTime;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Envelopes.EnvelopeScales;
import runbench.parser.series.PeakRate;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport.AxisExtent;
import runbench.parser.series.SeriesReport;

/**
 * The envelopes of metrics. Each bucket has the formula on the sums of all its periods, and the extremes of single
 * periods.
 */
public final class MetricEnvelopes {
    private MetricEnvelopes() {
    }

    private static Stream<Builder> counted(List<Builder> builders, SeriesReport report) {
        return builders.stream().filter(b -> b.isCounted(report));
    }

    /**
     * Returns one envelope per metric that can be computed; {@code rateUnit} is the metric's unit with the base of a
     * rate. If its events were counted in several groups, a bucket compares their rates. No single period then has a
     * value of the metric, and lowest and highest equal the mean.
     *
     * @param buckets as in {@link runbench.parser.series.Envelopes#of}
     */
    public static List<Envelope> of(Periods periods, List<Metric> metrics, Axis axis, int buckets, Progress progress) {
        return computable(metrics, periods).isEmpty() ? List.of()
                : periods.collect(progress, collector(periods, metrics, axis, buckets));
    }

    /** Returns a collector of these envelopes. */
    public static SeriesCollector<List<Envelope>> collector(Periods periods, List<Metric> metrics, Axis axis,
            int buckets) {
        return collector(periods, metrics, extent -> BucketGrid.over(periods, axis, extent, buckets));
    }

    /** Returns a collector of envelopes on the grid that a rule chooses for the length of the recording. */
    public static SeriesCollector<List<Envelope>> collector(Periods periods, List<Metric> metrics,
            Function<AxisExtent, BucketGrid> rule) {
        return new Collector(periods, computable(metrics, periods), rule, rule.apply(periods.extent()));
    }

    /**
     * Returns a collector of envelopes on a grid that several recordings share, in its buckets and in wider ones.
     *
     * @param placement position of this recording on the grid
     * @param times number of buckets of the grid in a wide one
     */
    public static SeriesCollector<EnvelopeScales> collector(Periods periods, List<Metric> metrics, BucketGrid shared,
            GridPlacement placement, int times) {
        List<Builder> builders = computable(metrics, periods).stream()
                .map(m -> new Builder(m, shared, periods, placement))
                .toList();
        return new SeriesCollector<>() {
            @Override
            public PeriodVisitor periods() {
                return Builder.visitor(builders);
            }

            @Override
            public EnvelopeScales result(SeriesReport report) {
                List<Envelope> fine = counted(builders, report).map(b -> b.build(report, shared)).toList();
                return times == 1 ? new EnvelopeScales(fine, fine)
                        : new EnvelopeScales(fine,
                                counted(builders, report)
                                        .map(b -> new Builder(b, times).build(report, shared.merged(times)))
                                        .toList());
            }
        };
    }

    private static List<BoundMetric> computable(List<Metric> metrics, Periods periods) {
        return BoundMetric.bind(metrics, periods).stream().filter(BoundMetric::computable).toList();
    }

    private static final class Collector implements SeriesCollector<List<Envelope>> {
        private final Periods periods;
        private final List<BoundMetric> metrics;
        private final Function<AxisExtent, BucketGrid> rule;
        private final BucketGrid grid;
        private final List<Builder> builders;

        Collector(Periods periods, List<BoundMetric> metrics, Function<AxisExtent, BucketGrid> rule, BucketGrid grid) {
            this.periods = periods;
            this.metrics = metrics;
            this.rule = rule;
            this.grid = grid;
            builders = metrics.stream().map(m -> new Builder(m, grid, periods, null)).toList();
        }

        @Override
        public PeriodVisitor periods() {
            return Builder.visitor(builders);
        }

        @Override
        public SeriesCollector<List<Envelope>> corrected(SeriesReport report) {
            BucketGrid exact = rule.apply(report.extent());
            return builders.isEmpty() || grid.sameBuckets(exact) ? this : new Collector(periods, metrics, rule, exact);
        }

        @Override
        public List<Envelope> result(SeriesReport report) {
            BucketGrid exact = rule.apply(report.extent());
            return counted(builders, report).map(b -> b.build(report, exact)).toList();
        }
    }

    /**
     * Returns the names of events whose rate equals one of the metrics. A separate panel would duplicate the metric's
     * curve.
     */
    public static Set<String> shownAsRates(Periods periods, List<Metric> metrics) {
        return BoundMetric.bind(metrics, periods)
                .stream()
                .flatMap(m -> m.rateOf(periods.events()).stream())
                .map(EventInfo::name)
                .collect(Collectors.toSet());
    }

    private static final class Builder {
        private final BoundMetric metric;
        private final BucketGrid grid;
        private final BucketSpread spread;
        private final int leadingGroup;
        private final int[] places;
        /** Counts, and the running time in which they were counted, ns, per name of the formula and bucket. */
        private final double[][] counts;
        private final double[][] covered;
        private final double[] run;
        private final BusyTime busy;
        private final BucketExtremes extremes;
        private final long nominal;

        /**
         * Creates a builder.
         *
         * @param placement position on the grid; null: the grid begins with the recording
         */
        Builder(BoundMetric metric, BucketGrid grid, Periods periods, GridPlacement placement) {
            this.metric = metric;
            this.grid = grid;
            spread = new BucketSpread(grid, periods, true, placement);
            leadingGroup = metric.group() >= 0 ? metric.group() : periods.leadingGroup();
            places = metric.places();
            counts = new double[places.length][grid.count()];
            covered = new double[places.length][grid.count()];
            run = new double[grid.count()];
            busy = metric.comparesWithWallTime() ? new BusyTime(grid, placement, periods) : null;
            extremes = new BucketExtremes(grid.count());
            nominal = periods.nominalNanos();
        }

        /** Returns the collected values with {@code times} neighbouring buckets merged. */
        Builder(Builder fine, int times) {
            metric = fine.metric;
            grid = fine.grid.merged(times);
            spread = fine.spread.merged(times);
            leadingGroup = fine.leadingGroup;
            places = fine.places;
            counts = merged(fine.counts, times);
            covered = merged(fine.covered, times);
            run = BucketGrid.merged(fine.run, times);
            busy = fine.busy == null ? null : fine.busy.merged(times);
            extremes = fine.extremes.merged(times);
            nominal = fine.nominal;
        }

        /** Returns the visitor of all builders; null if there are none. */
        static PeriodVisitor visitor(List<Builder> builders) {
            Builder[] all = builders.toArray(Builder[]::new);
            return all.length == 0 ? null : p -> {
                for (Builder b : all) { // no lambda or iterator per period: this loop is hot
                    b.period(p);
                }
            };
        }

        private static double[][] merged(double[][] sums, int times) {
            return Stream.of(sums).map(s -> BucketGrid.merged(s, times)).toArray(double[][]::new);
        }

        void period(Period p) {
            boolean leading = p.group() == leadingGroup;
            if (!leading && metric.group() >= 0) {
                return;
            }
            spread.place(p);
            if (leading && busy != null) {
                busy.add(p, p.runDeltaNanos());
            }
            if (spread.outside()) {
                return;
            }
            for (int b = spread.first(); b <= spread.last(); b++) {
                double share = spread.share(b);
                for (int i = 0; i < places.length; i++) {
                    if (places[i] >= 0 && p.has(places[i])) {
                        counts[i][b] += p.count(places[i]) * share;
                        covered[i][b] += p.measuredNanos(places[i]) * share;
                    }
                }
                run[b] += leading ? p.runDeltaNanos() * share : 0;
            }
            if (p.isWhole()) {
                extremes.add(spread.firstOfRate(), spread.lastOfRate(), metric.of(p));
            }
        }

        private double value(double[] sums, int bucket) {
            if (busy == null) {
                return run[bucket] > 0 ? metric.value(sums, run[bucket], 0) : Double.NaN;
            }
            boolean known = run[bucket] > 0 || spread.idle(bucket, run[bucket]);
            return known && busy.wall(bucket) > 0 ? metric.value(sums, busy.nanos(bucket), busy.wall(bucket))
                    : Double.NaN;
        }

        private boolean isCounted(SeriesReport report) {
            return Arrays.stream(places).allMatch(e -> e < 0 || report.isCounted(e));
        }

        /**
         * Returns the envelope.
         *
         * @param exact grid over the exact extent of the recording; its buckets are those of this builder
         */
        Envelope build(SeriesReport report, BucketGrid exact) {
            double[] mean = new double[grid.count()];
            double[] sums = new double[places.length];
            for (int b = 0; b < mean.length; b++) {
                for (int i = 0; i < sums.length; i++) {
                    // Multiplexed groups are compared by their rates; for a single group this equals the plain sum.
                    sums[i] = covered[i][b] == run[b] ? counts[i][b] : counts[i][b] / covered[i][b] * run[b];
                }
                mean[b] = value(sums, b);
            }
            double whole = metric.of(report);
            // In a program on several CPUs, the period of one task does not give the CPU utilisation of the whole
            // program.
            boolean enclosed = extremes.lowest() <= whole && whole <= extremes.peak();
            double peak = enclosed ? extremes.peak() : Double.NaN;
            double top = BucketExtremes.top(peak, mean, run, nominal);
            return new Envelope(metric.metric().name(), metric.computedFrom(), metric.unit(), grid.axis(), 0,
                    grid.width() / grid.perAxisUnit(), exact.length() / grid.perAxisUnit(), mean,
                    enclosed ? extremes.min(mean, 1) : mean, enclosed ? extremes.max(mean, 1) : mean,
                    new Envelope.Figures(whole, PeakRate.isExceeded(peak, top) ? Double.NaN : peak, top),
                    metric.shareMeasured(report), false);
        }
    }
}
