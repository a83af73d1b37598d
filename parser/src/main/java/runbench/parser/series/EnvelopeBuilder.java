package runbench.parser.series;

import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.EventScale;
import runbench.parser.series.BucketGrid.GridPlacement;

/** The buckets of one event during a pass. */
final class EnvelopeBuilder {
    private final EventInfo info;
    private final double scale;
    private final int event;
    private final BucketGrid grid;
    private final boolean cpuWide;
    private final BucketSpread spread;
    private final double[] count;
    private final double[] time;
    private final BucketExtremes extremes;
    private final PeakRate peak;
    private final long nominal;
    /** Null unless the event is a clock, whose mean is the number of busy CPUs. */
    private final BusyTime busy;

    /**
     * @param spread places the periods of the event's group, once for all its events
     * @param placement null: the grid begins with the recording
     */
    EnvelopeBuilder(Periods periods, int event, BucketGrid grid, BucketSpread spread, GridPlacement placement) {
        this.event = event;
        this.grid = grid;
        cpuWide = periods.recording().metadata().cpuWide();
        info = periods.events().get(event);
        scale = info.scale().factor();
        this.spread = spread;
        count = new double[grid.count()];
        time = new double[grid.count()];
        extremes = new BucketExtremes(grid.count());
        peak = new PeakRate();
        nominal = periods.nominalNanos();
        busy = info.isTime() ? new BusyTime(grid, placement) : null;
    }

    /** Returns the collected values with {@code times} neighbouring buckets merged. */
    EnvelopeBuilder merged(int times) {
        return new EnvelopeBuilder(this, times);
    }

    private EnvelopeBuilder(EnvelopeBuilder fine, int times) {
        event = fine.event;
        grid = fine.grid.merged(times);
        cpuWide = fine.cpuWide;
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
        peak.add(p, event);
        int last = spread.last();
        double counted = p.count(event);
        double measured = info.socketWide() ? p.wallDeltaNanos() : p.measuredNanos(event);
        for (int b = spread.first(); b <= last; b++) {
            double share = spread.share(b);
            // Weighted by the time in which it was measured: half a percent of a period must not stand for all of it.
            count[b] += counted * share;
            time[b] += measured * share;
        }
        if (p.isWhole()) {
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
        double rate = report.meanRate(event, info.overWallTime());
        double fastest = busy != null ? Double.NaN : peak.rate(rate) * perUnit();
        double highest = busy != null ? extremes.peak() * perUnit() : fastest;
        return new Envelope(info.name(), info.countedAs(), rateUnit(info, grid.axis(), cpuWide), grid.axis(), 0,
                grid.width() / grid.perAxisUnit(), exact.length() / grid.perAxisUnit(), mean,
                extremes.min(mean, perUnit()), extremes.max(mean, perUnit()),
                new Envelope.Figures(rate * perUnit(), fastest, BucketExtremes.top(highest, mean, time, nominal)),
                report.shareMeasured().get(event));
    }

    private double mean(int bucket) {
        boolean idle = spread.idle(bucket, time[bucket]);
        if (busy != null) {
            return time[bucket] > 0 || idle ? busy.cpus(bucket) : Double.NaN;
        }
        return time[bucket] > 0 ? count[bucket] / time[bucket] * perUnit() : idle ? 0 : Double.NaN;
    }

    private double perUnit() {
        return info.isTime() ? 1 : grid.perAxisUnit() * scale;
    }

    static String rateUnit(EventInfo info, Axis axis, boolean cpuWide) {
        if (info.isTime()) {
            return cpuWide ? "CPUs observed" : "busy CPUs";
        }
        String unit = info.unit().isEmpty() ? info.name() : info.scale().unit();
        return axis == Axis.INSTRUCTIONS ? unit + "/10⁶ instructions" : new EventScale(1, unit).perSecond();
    }
}
