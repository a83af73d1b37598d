package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.parser.Progress;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.BucketSpread;
import runbench.parser.series.BusyTime;
import runbench.parser.series.Envelope;
import runbench.parser.series.Period;
import runbench.parser.series.PeriodFlag;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;

/** Envelopes of metrics: per bucket the formula on the sums of all periods in it, and the extremes of single periods. */
public final class MetricEnvelopes {
    private MetricEnvelopes() {
    }

    /**
     * One envelope per metric that the recording can tell, in two streaming passes; {@code rateUnit} is the metric's
     * unit. Where its events were counted in several groups a bucket compares their rates, and no single period tells
     * the metric: lowest and highest are then the mean.
     *
     * @param buckets as in {@link runbench.parser.series.Envelopes#of}
     */
    public static List<Envelope> of(Periods periods, List<Metric> metrics, Axis axis, int buckets, Progress progress) {
        List<BoundMetric> bound = BoundMetric.bind(metrics, periods).stream().filter(BoundMetric::computable).toList();
        if (bound.isEmpty()) {
            return List.of();
        }
        SeriesReport extent = periods.report();
        BucketGrid grid = BucketGrid.over(periods, axis, extent, buckets);
        List<Builder> builders = bound.stream().map(m -> new Builder(m, grid, periods)).toList();
        periods.forEach(progress, builders.toArray(PeriodVisitor[]::new));
        List<Envelope> envelopes = new ArrayList<>();
        builders.forEach(b -> envelopes.add(b.build(extent)));
        return envelopes;
    }

    private static final class Builder implements PeriodVisitor {
        private final BoundMetric metric;
        private final BucketGrid grid;
        private final BucketSpread spread;
        private final int leadingGroup;
        private final int[] places;
        /** Per name of the formula and bucket: counts, and the running time in which they were counted, ns. */
        private final double[][] counts;
        private final double[][] covered;
        private final double[] run;
        private final BusyTime busy;
        private final double[] min;
        private final double[] max;

        Builder(BoundMetric metric, BucketGrid grid, Periods periods) {
            this.metric = metric;
            this.grid = grid;
            spread = new BucketSpread(grid, periods);
            leadingGroup = metric.group() >= 0 ? metric.group() : periods.leadingGroup();
            places = metric.places();
            counts = new double[places.length][grid.count()];
            covered = new double[places.length][grid.count()];
            run = new double[grid.count()];
            busy = metric.comparesWithWallTime() ? new BusyTime(grid) : null;
            min = new double[grid.count()];
            max = new double[grid.count()];
            Arrays.fill(min, Double.NaN);
            Arrays.fill(max, Double.NaN);
        }

        @Override
        public void period(Period p) {
            boolean leading = p.group() == leadingGroup;
            if (!leading && metric.group() >= 0) {
                return;
            }
            spread.place(p);
            if (leading && busy != null) {
                busy.add(p, p.runDeltaNanos());
            }
            double value = p.is(PeriodFlag.CLOSE) ? Double.NaN : metric.of(p);
            for (int b = spread.first(); b <= spread.last(); b++) {
                double share = spread.share(b);
                for (int i = 0; i < places.length; i++) {
                    if (places[i] >= 0 && p.has(places[i])) {
                        counts[i][b] += p.count(places[i]) * share;
                        covered[i][b] += p.measuredNanos(places[i]) * share;
                    }
                }
                run[b] += leading ? p.runDeltaNanos() * share : 0;
                if (!Double.isNaN(value)) {
                    min[b] = value < min[b] || Double.isNaN(min[b]) ? value : min[b];
                    max[b] = value > max[b] || Double.isNaN(max[b]) ? value : max[b];
                }
            }
        }

        private double value(double[] sums, int bucket) {
            return busy == null ? metric.value(sums, run[bucket], 0)
                    : busy.wall(bucket) > 0 ? metric.value(sums, busy.nanos(bucket), busy.wall(bucket)) : Double.NaN;
        }

        Envelope build(SeriesReport report) {
            double[] mean = new double[grid.count()];
            double[] sums = new double[places.length];
            for (int b = 0; b < mean.length; b++) {
                for (int i = 0; i < sums.length; i++) {
                    // Groups that took turns are compared by their rates; alone this is the plain sum.
                    sums[i] = covered[i][b] == run[b] ? counts[i][b] : counts[i][b] / covered[i][b] * run[b];
                }
                mean[b] = run[b] > 0 ? value(sums, b) : Double.NaN;
                min[b] = Double.isNaN(mean[b]) || Double.isNaN(min[b]) ? mean[b] : Math.min(mean[b], min[b]);
                max[b] = Double.isNaN(mean[b]) || Double.isNaN(max[b]) ? mean[b] : Math.max(mean[b], max[b]);
            }
            return new Envelope(metric.metric().name(), metric.computedFrom(), metric.metric().unit(), grid.axis(), 0,
                    grid.width() / grid.perAxisUnit(), mean, min, max, spread.gaps(), metric.shareMeasured(report));
        }
    }
}
