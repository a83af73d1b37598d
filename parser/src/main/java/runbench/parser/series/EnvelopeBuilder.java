package runbench.parser.series;

import java.util.Arrays;
import runbench.parser.record.EventInfo;

/** Collects one event into equal-width buckets. */
final class EnvelopeBuilder implements PeriodVisitor {
    private final EventInfo info;
    private final int event;
    private final Axis axis;
    private final double width;
    private final long nominal;
    /** Units (ns, instructions) in one unit of the axis (s, 10^6 instructions). */
    private final double perAxisUnit;
    private final double[] count;
    private final double[] time;
    private final double[] min;
    private final double[] max;
    private long gaps;
    private long wallOfPrevious;

    EnvelopeBuilder(Periods periods, int event, Axis axis, long length, int buckets) {
        this.event = event;
        this.axis = axis;
        info = periods.events().get(event);
        nominal = periods.nominalNanos();
        perAxisUnit = axis == Axis.INSTRUCTIONS ? 1e6 : 1e9;
        width = (double) length / buckets;
        count = new double[buckets];
        time = new double[buckets];
        min = new double[buckets];
        max = new double[buckets];
        Arrays.fill(min, Double.NaN);
        Arrays.fill(max, Double.NaN);
    }

    @Override
    public void period(Period p) {
        if (info.group() != p.group()) {
            return;
        }
        countGap(p);
        // The mean of a clock is taken over the wall time of the program, so that it says how many CPUs were busy.
        double denominator = info.isTime() ? p.wallStepNanos() : p.runDeltaNanos();
        double counts = p.estimate(event);
        if (Double.isNaN(counts) || denominator <= 0 && counts == 0) {
            return;
        }
        double rate = p.rateNanos(event) > 0 ? counts / p.rateNanos(event) : Double.NaN;
        double end = axis == Axis.WALL_TIME ? p.wallNanos() : p.runNanos();
        double length = p.runDeltaNanos();
        double begin = Math.max(0, end - length);
        int first = bucket(begin);
        int last = p.is(PeriodFlag.IRREGULAR) ? first : lastBucket(first, end);
        if (first == last || length <= 0) {
            add(first, counts, denominator, rate, p);
            return;
        }
        for (int b = first; b <= last; b++) {
            double share = (Math.min(end, (b + 1) * width) - Math.max(begin, b * width)) / length;
            add(b, counts * share, denominator * share, rate, p);
        }
    }

    private void countGap(Period p) {
        if (axis != Axis.WALL_TIME) {
            gaps += p.is(PeriodFlag.IRREGULAR) ? 1 : 0;
        } else {
            gaps += nominal > 0 && p.wallNanos() - wallOfPrevious > nominal + nominal / 2 ? 1 : 0;
            wallOfPrevious = p.wallNanos();
        }
    }

    private int bucket(double position) {
        return (int) Math.max(0, Math.min(count.length - 1, position / width));
    }

    /** A period that ends on an edge does not touch the bucket behind it. */
    private int lastBucket(int first, double end) {
        int last = bucket(end);
        return last > first && end <= last * width ? last - 1 : last;
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
            mean[i] = time[i] > 0 ? count[i] / time[i] * perUnit() : Double.NaN;
            min[i] = Double.isNaN(mean[i]) || Double.isNaN(min[i]) ? mean[i] : Math.min(mean[i], min[i] * perUnit());
            max[i] = Double.isNaN(mean[i]) || Double.isNaN(max[i]) ? mean[i] : Math.max(mean[i], max[i] * perUnit());
        }
        return new Envelope(info.name(), info.countedAs(), rateUnit(info, axis), axis, 0, width / perAxisUnit,
                mean, min, max, gaps, report.shareMeasured().get(event));
    }

    private double perUnit() {
        return info.isTime() ? 1 : perAxisUnit;
    }

    /** Unit of an event's rate: "faults/s", "loads/10⁶ instructions"; clocks are busy CPUs. */
    static String rateUnit(EventInfo info, Axis axis) {
        if (info.isTime()) {
            return "busy CPUs";
        }
        String unit = info.unit().isEmpty() ? info.name() : info.unit();
        return unit + (axis == Axis.INSTRUCTIONS ? "/10⁶ instructions" : "/s");
    }
}
