package runbench.parser.series;

import java.util.Arrays;
import runbench.parser.record.EventInfo;

/** Collects one event into equal-width buckets. */
final class EnvelopeBuilder {
    private final EventInfo info;
    private final int event;
    private final BucketGrid grid;
    private final boolean cpuWide;
    private final BucketSpread spread;
    private final double[] count;
    private final double[] time;
    private final double[] min;
    private final double[] max;
    /** Null unless the event is a clock: its mean says how many CPUs were busy. */
    private final BusyTime busy;

    /** @param spread places the periods of the event's group, once for all its events */
    EnvelopeBuilder(Periods periods, int event, BucketGrid grid, BucketSpread spread) {
        this.event = event;
        this.grid = grid;
        cpuWide = periods.recording().metadata().cpuWide();
        info = periods.events().get(event);
        this.spread = spread;
        count = new double[grid.count()];
        time = new double[grid.count()];
        min = new double[grid.count()];
        max = new double[grid.count()];
        busy = info.isTime() ? new BusyTime(grid) : null;
        Arrays.fill(min, Double.NaN);
        Arrays.fill(max, Double.NaN);
    }

    /** Takes the period that the spread has placed last. */
    void take(Period p) {
        double counts = p.estimate(event);
        if (Double.isNaN(counts) || p.runDeltaNanos() <= 0 && counts == 0) {
            return;
        }
        if (busy != null) {
            busy.add(p, counts);
        }
        double rate = p.rateNanos(event) > 0 ? counts / p.rateNanos(event) : Double.NaN;
        for (int b = spread.first(); b <= spread.last(); b++) {
            double share = spread.share(b);
            // Weighted by the time in which it was measured: half a percent of a period must not stand for all of it.
            add(b, p.count(event) * share, p.measuredNanos(event) * share, rate, p);
        }
    }

    private void add(int bucket, double counts, double nanos, double rate, Period p) {
        count[bucket] += counts;
        time[bucket] += nanos;
        // What a task did after its last sample may be a few ns long: its rate says nothing, its counts belong to the mean.
        if (!Double.isNaN(rate) && !p.is(PeriodFlag.CLOSE)) {
            min[bucket] = rate < min[bucket] || Double.isNaN(min[bucket]) ? rate : min[bucket];
            max[bucket] = rate > max[bucket] || Double.isNaN(max[bucket]) ? rate : max[bucket];
        }
    }

    Envelope build(SeriesReport report) {
        double[] mean = new double[count.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = time[i] <= 0 ? Double.NaN : busy != null ? busy.cpus(i) : count[i] / time[i] * grid.perAxisUnit();
            min[i] = Double.isNaN(mean[i]) || Double.isNaN(min[i]) ? mean[i] : Math.min(mean[i], min[i] * perUnit());
            max[i] = Double.isNaN(mean[i]) || Double.isNaN(max[i]) ? mean[i] : Math.max(mean[i], max[i] * perUnit());
        }
        return new Envelope(info.name(), info.countedAs(), rateUnit(info, grid.axis(), cpuWide), grid.axis(), 0,
                grid.width() / grid.perAxisUnit(), mean, min, max, spread.gaps(), report.shareMeasured().get(event));
    }

    private double perUnit() {
        return info.isTime() ? 1 : grid.perAxisUnit();
    }

    static String rateUnit(EventInfo info, Axis axis, boolean cpuWide) {
        if (info.isTime()) {
            return cpuWide ? "CPUs observed" : "busy CPUs";
        }
        String unit = info.unit().isEmpty() ? info.name() : info.unit();
        return unit + (axis == Axis.INSTRUCTIONS ? "/10⁶ instructions" : "/s");
    }
}
