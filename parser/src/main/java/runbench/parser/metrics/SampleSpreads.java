package runbench.parser.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
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
    /**
     * Number of buckets behind the newest period's bucket that still accept values. A regular period is at most two
     * buckets long, so later values can only come from records that were written far too late.
     */
    private static final int OPEN_BUCKETS = 64;
    /** The quantiles of a bucket, ascending. */
    private static final double[] SHARES = {0.1, 0.5, 0.9};
    private static final double[] NO_QUANTILES = {Double.NaN, Double.NaN, Double.NaN};

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
        private final QuantileSelection selection = new QuantileSelection();
        /** The builders by group; null for a group without any. */
        private final GroupBuilders[] groups = new GroupBuilders[256];

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
                    add(event.name(), event.group(), p -> p.rate(number) * grid.perAxisUnit(), null);
                }
            }
            metrics.forEach(m -> add(m.metric().name(), m.group(), m::of, m));
            builders.stream().map(b -> b.group).distinct().forEach(g -> groups[g] = group(g));
        }

        private void add(String name, int group, ToDoubleFunction<Period> value, BoundMetric metric) {
            // Most runs have about this number of samples in each bucket: arrays that grow would be copied.
            long usual = periods.recording().samples() / grid.count();
            // Periods of any length may begin in any bucket.
            int open = periods.maxRegularNanos() == Long.MAX_VALUE ? grid.count() : OPEN_BUCKETS;
            builders.add(new Builder(name, group, value, metric, grid.count(), open,
                    (int) Math.max(8, Math.min(MAX_VALUES_PER_BUCKET, usual + usual / 8)), selection));
        }

        private GroupBuilders group(int group) {
            return new GroupBuilders(new BucketSpread(grid, periods, true),
                    builders.stream().filter(b -> b.group == group).toArray(Builder[]::new));
        }

        @Override
        public PeriodVisitor periods() {
            return p -> {
                GroupBuilders group = groups[p.group()];
                if (group != null && p.isWhole()) {
                    group.period(p);
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

    /** The builders of one group. Their periods are placed once for all of them. */
    private record GroupBuilders(BucketSpread spread, Builder[] builders) {
        void period(Period p) {
            spread.place(p);
            int first = spread.firstOfRate();
            int last = spread.lastOfRate();
            for (Builder builder : builders) {
                builder.period(p, first, last);
            }
        }
    }

    private static final class Builder {
        private final String name;
        private final int group;
        private final ToDoubleFunction<Period> value;
        /** The metric; null for an event. */
        private final BoundMetric metric;
        private final SplittableRandom random = new SplittableRandom(1);
        /** Values of the open buckets; null for the others. */
        private final ValueDraw[] values;
        /** Draws of finished buckets: new ones would take memory for every sample of the run. */
        private final Deque<ValueDraw> spare = new ArrayDeque<>();
        private final double[][] quantiles;
        private final QuantileSelection selection;
        private final int open;
        private final int usual;
        /** First bucket that is open. */
        private int firstOpen;
        private final ValueDraw all = new ValueDraw(MAX_VALUES_PER_RUN, random);
        private double lowest = Double.POSITIVE_INFINITY;
        private double highest = Double.NEGATIVE_INFINITY;

        /**
         * Creates a builder.
         *
         * @param open number of buckets behind the newest one that still accept values
         * @param usual expected number of values per bucket
         * @param selection memory that the builders of a collector share
         */
        Builder(String name, int group, ToDoubleFunction<Period> value, BoundMetric metric, int buckets, int open,
                int usual, QuantileSelection selection) {
            this.name = name;
            this.group = group;
            this.value = value;
            this.metric = metric;
            this.open = open;
            this.usual = usual;
            this.selection = selection;
            values = new ValueDraw[buckets];
            quantiles = new double[SHARES.length][buckets];
        }

        /** Adds a whole period, whose rate belongs to the buckets from {@code first} to {@code last}. */
        void period(Period p, int first, int last) {
            double one = value.applyAsDouble(p);
            if (Double.isNaN(one)) {
                return;
            }
            all.add(one);
            lowest = Math.min(lowest, one);
            highest = Math.max(highest, one);
            finish(first - open);
            for (int b = Math.max(first, firstOpen); b <= last; b++) {
                if (values[b] == null) {
                    values[b] = spare.isEmpty() ? new ValueDraw(MAX_VALUES_PER_BUCKET, random, usual) : spare.pop();
                }
                values[b].add(one);
            }
        }

        /** Computes the quantiles of the buckets before {@code end}, which accept no more values. */
        private void finish(int end) {
            for (; firstOpen < end; firstOpen++) {
                ValueDraw draw = values[firstOpen];
                double[] ofBucket = draw == null ? NO_QUANTILES : draw.quantiles(selection, SHARES);
                for (int q = 0; q < SHARES.length; q++) {
                    quantiles[q][firstOpen] = ofBucket[q];
                }
                if (draw != null) {
                    draw.clear();
                    spare.push(draw);
                    values[firstOpen] = null;
                }
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
            finish(values.length);
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
        private double[] kept;
        private int size;
        private long count;

        /**
         * Creates an empty sample.
         *
         * @param most maximum number of values
         * @param random generator, shared by many samples: the same recording always gives the same sample
         */
        ValueDraw(int most, SplittableRandom random) {
            this(most, random, 8);
        }

        /** Creates an empty sample with room for a number of values, 1..{@code most}. */
        private ValueDraw(int most, SplittableRandom random, int room) {
            this.most = most;
            this.random = random;
            kept = new double[room];
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

        void clear() {
            size = 0;
            count = 0;
        }

        long count() {
            return count;
        }

        /** Returns quantiles (nearest rank) of the values; NaN if there are no values. */
        double[] quantiles(QuantileSelection selection, double... shares) {
            return selection.of(kept, size, shares);
        }

        double[] sorted() {
            double[] all = Arrays.copyOf(kept, size);
            Arrays.sort(all);
            return all;
        }
    }

    /**
     * Selects quantiles (nearest rank) of values in any order. It puts the values into as many equal intervals as there
     * are values, and orders only the few values of an interval in which a quantile is: no processor predicts the
     * comparisons of an ordering. The next selection uses the memory again.
     */
    static final class QuantileSelection {
        private static final int MAX_INSERTED = 100;
        /** The values in the order of their intervals. */
        private double[] ordered = {};
        /** Index of the first value of each interval in {@link #ordered}; then the number of values. */
        private int[] starts = {};
        private double lowest;
        private double intervalsPerUnit;

        /** Returns the quantiles of the first {@code size} values; NaN if there are no values. */
        double[] of(double[] values, int size, double... shares) {
            double[] found = new double[shares.length];
            if (size > 0) {
                distribute(values, size);
            }
            for (int q = 0; q < shares.length; q++) {
                if (size > 0) {
                    int rank = (int) Math.max(0, Math.ceil(shares[q] * size) - 1);
                    int interval = interval(ordered[rank]);
                    sort(starts[interval], starts[interval + 1]);
                }
                found[q] = Quantile.NEAREST_RANK.ofSorted(ordered, size, shares[q]);
            }
            return found;
        }

        private void distribute(double[] values, int size) {
            if (ordered.length < size) {
                ordered = new double[size];
                starts = new int[size + 1];
            }
            double highest = values[0];
            lowest = values[0];
            for (int i = 1; i < size; i++) {
                lowest = values[i] < lowest ? values[i] : lowest;
                highest = values[i] > highest ? values[i] : highest;
            }
            double perUnit = (size - 1) / (highest - lowest);
            // Equal values, and values of an infinite range, share one interval.
            intervalsPerUnit = perUnit < Double.POSITIVE_INFINITY ? perUnit : 0;
            Arrays.fill(starts, 0, size, 0);
            for (int i = 0; i < size; i++) {
                starts[interval(values[i])]++;
            }
            for (int i = 1; i < size; i++) {
                starts[i] += starts[i - 1];
            }
            starts[size] = size;
            for (int i = 0; i < size; i++) {
                ordered[--starts[interval(values[i])]] = values[i];
            }
        }

        /** Sorts an interval by insertion, except a long one. Compiling the general sort takes longer than it saves. */
        private void sort(int from, int to) {
            if (to - from > MAX_INSERTED) {
                Arrays.sort(ordered, from, to);
                return;
            }
            for (int i = from + 1; i < to; i++) {
                double value = ordered[i];
                int at = i;
                for (; at > from && ordered[at - 1] > value; at--) {
                    ordered[at] = ordered[at - 1];
                }
                ordered[at] = value;
            }
        }

        private int interval(double value) {
            return (int) ((value - lowest) * intervalsPerUnit);
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
