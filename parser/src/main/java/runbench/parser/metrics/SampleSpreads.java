package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import runbench.base.stats.Quantile;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.BucketSpread;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/**
 * The spread of the periods in each bucket. The lowest and highest of many samples do not describe most of them: a
 * chart of only these is a solid block.
 */
public final class SampleSpreads {
    /** Number of values kept per bucket; the rank of its quantiles is then known to 2 %. */
    private static final int MAX_VALUES_PER_BUCKET = 256;
    private static final int MAX_VALUES_PER_RUN = 20_000;

    private SampleSpreads() {
    }

    /**
     * Returns a collector of one spread per event, then per metric that a single period defines. Clocks are excluded,
     * because their rate in a period is always 1. Metrics with multiplexed events, or that are defined only over all
     * tasks, are excluded too.
     *
     * @param buckets as in {@link Envelopes#of}; the values have its units
     */
    public static SeriesCollector<List<SampleSpread>> collector(Periods periods, List<Metric> metrics, Axis axis,
            int buckets) {
        List<BoundMetric> told = BoundMetric.bind(metrics, periods)
                .stream()
                .filter(m -> m.computable() && m.group() >= 0)
                .toList();
        return new Collector(periods, told, axis, buckets, Envelopes.grid(periods, axis, buckets));
    }

    private static final class Collector implements SeriesCollector<List<SampleSpread>> {
        private final Periods periods;
        private final List<BoundMetric> metrics;
        private final Axis axis;
        private final int buckets;
        private final BucketGrid grid;
        private final List<Builder> builders = new ArrayList<>();

        Collector(Periods periods, List<BoundMetric> metrics, Axis axis, int buckets, BucketGrid grid) {
            this.periods = periods;
            this.metrics = metrics;
            this.axis = axis;
            this.buckets = buckets;
            this.grid = grid;
            for (int e = 0; e < periods.events().size(); e++) {
                EventInfo event = periods.events().get(e);
                if (event.counted() && !event.isTime()) {
                    int number = e;
                    builders.add(new Builder(event.name(), event.group(), p -> p.rate(number) * grid.perAxisUnit(),
                            null, grid, periods));
                }
            }
            metrics.forEach(m -> builders.add(new Builder(m.metric().name(), m.group(), m::of, m, grid, periods)));
        }

        @Override
        public PeriodVisitor periods() {
            return p -> {
                for (int i = 0; i < builders.size(); i++) { // an iterator per period would cost more
                    builders.get(i).period(p);
                }
            };
        }

        @Override
        public SeriesCollector<List<SampleSpread>> corrected(SeriesReport report) {
            BucketGrid exact = BucketGrid.over(periods, axis, report.extent(), buckets);
            return grid.sameBuckets(exact) ? this : new Collector(periods, metrics, axis, buckets, exact);
        }

        @Override
        public List<SampleSpread> result(SeriesReport report) {
            return builders.stream().filter(b -> b.toldByPeriods(report)).map(Builder::build).toList();
        }
    }

    private static final class Builder {
        private final String name;
        private final int group;
        private final ToDoubleFunction<Period> value;
        /** The metric; null for an event. */
        private final BoundMetric metric;
        private final BucketSpread spread;
        private final SplittableRandom random = new SplittableRandom(1);
        private final ValueDraw[] values;
        private final ValueDraw all = new ValueDraw(MAX_VALUES_PER_RUN, random);
        private double lowest = Double.POSITIVE_INFINITY;
        private double highest = Double.NEGATIVE_INFINITY;

        Builder(String name, int group, ToDoubleFunction<Period> value, BoundMetric metric, BucketGrid grid,
                Periods periods) {
            this.name = name;
            this.group = group;
            this.value = value;
            this.metric = metric;
            spread = new BucketSpread(grid, periods, true);
            values = new ValueDraw[grid.count()];
        }

        void period(Period p) {
            double one = p.group() == group && p.isWhole() ? value.applyAsDouble(p) : Double.NaN;
            if (Double.isNaN(one)) {
                return;
            }
            spread.place(p);
            all.add(one);
            lowest = Math.min(lowest, one);
            highest = Math.max(highest, one);
            for (int b = spread.firstOfRate(); b <= spread.lastOfRate(); b++) {
                if (values[b] == null) {
                    values[b] = new ValueDraw(MAX_VALUES_PER_BUCKET, random);
                }
                values[b].add(one);
            }
        }

        /**
         * Returns whether single periods define the value. In a program on several CPUs, the period of one task does
         * not give the CPU utilisation of the whole.
         */
        boolean toldByPeriods(SeriesReport report) {
            double whole = metric == null ? Double.NaN : metric.of(report);
            return all.count() > 0 && (metric == null || lowest <= whole && whole <= highest);
        }

        SampleSpread build() {
            double[][] quantiles = new double[3][values.length];
            for (int b = 0; b < values.length; b++) {
                double[] sorted = values[b] == null ? new double[0] : values[b].sorted();
                quantiles[0][b] = Quantile.NEAREST_RANK.ofSorted(sorted, 0.1);
                quantiles[1][b] = Quantile.NEAREST_RANK.ofSorted(sorted, 0.5);
                quantiles[2][b] = Quantile.NEAREST_RANK.ofSorted(sorted, 0.9);
            }
            return new SampleSpread(name, quantiles[0], quantiles[1], quantiles[2], all.sorted(), all.count());
        }
    }

    /**
     * A uniform random sample of a sequence of values, of bounded size. A short sequence is kept completely; in a
     * longer one every value has the same probability.
     */
    static final class ValueDraw {
        private final int most;
        private final SplittableRandom random;
        private double[] kept = new double[8];
        private int size;
        private long count;

        /**
         * Creates an empty sample.
         *
         * @param most maximum number of values
         * @param random generator, shared by many samples: the same recording always gives the same sample
         */
        ValueDraw(int most, SplittableRandom random) {
            this.most = most;
            this.random = random;
        }

        void add(double value) {
            count++;
            if (size < most) {
                if (size == kept.length) {
                    kept = Arrays.copyOf(kept, Math.min(most, 2 * size));
                }
                kept[size++] = value;
            } else {
                long place = random.nextLong(count);
                if (place < most) {
                    kept[(int) place] = value;
                }
            }
        }

        long count() {
            return count;
        }

        double[] sorted() {
            double[] all = Arrays.copyOf(kept, size);
            Arrays.sort(all);
            return all;
        }
    }

    /**
     * The distribution of the values of single sampling periods, per bucket and of the whole run. A bucket without a
     * {@linkplain runbench.parser.series.Period#isWhole() whole} period contains NaN.
     *
     * @param name name of the event or metric
     * @param tenth 10 % quantile of each bucket
     * @param median median of each bucket
     * @param ninth 90 % quantile of each bucket
     * @param sorted values of the whole run in ascending order; for a long run a uniform random sample
     * @param count number of periods from which they were drawn
     */
    public record SampleSpread(String name, double[] tenth, double[] median, double[] ninth, double[] sorted,
            long count) {
        /**
         * Returns the quantile of the share {@code q} of all periods (nearest rank).
         *
         * @param q share, 0..1
         * @return NaN without any period
         */
        public double quantile(double q) {
            return Quantile.NEAREST_RANK.ofSorted(sorted, q);
        }
    }
}
