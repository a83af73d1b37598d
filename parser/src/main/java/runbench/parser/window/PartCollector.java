package runbench.parser.window;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.PeakRate;
import runbench.parser.series.Period;
import runbench.parser.series.PeriodFlag;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/** Gathers a {@link PartSummary} while the periods stream by. */
public final class PartCollector implements SeriesCollector<PartSummary> {
    /** Of a period, so near to the part's end it ends with it. */
    private static final double AT_ITS_END = 1e-9;

    private final Periods periods;
    private final List<BoundMetric> metrics;
    private final Axis axis;
    private final TimeWindow window;
    private final double[] count;
    private final double[] measured;
    private final List<PeakRate> peaks;
    private final double[] runOfGroup = new double[256];
    private final int leading;
    private long samples;

    public PartCollector(Periods periods, List<Metric> metrics, Axis axis, TimeWindow window) {
        this.periods = periods;
        this.metrics = BoundMetric.bind(metrics, periods);
        this.axis = axis;
        this.window = window;
        leading = periods.leadingGroup();
        int events = periods.events().size();
        count = new double[events];
        measured = new double[events];
        peaks = IntStream.range(0, events).mapToObj(e -> new PeakRate()).toList();
    }

    @Override
    public PeriodVisitor periods() {
        return this::period;
    }

    private void period(Period p) {
        boolean wall = axis == Axis.WALL_TIME;
        double end = (wall ? p.wallNanos() : p.runNanos()) / axis.recorded();
        double length = (wall ? Math.min(p.runDeltaNanos(), p.wallDeltaNanos()) : p.runDeltaNanos()) / axis.recorded();
        double share = length > 0 ? Math.min(1, window.within(end - length, end) / length) : window.holds(end) ? 1 : 0;
        if (share <= 0) {
            return;
        }
        boolean endsInIt = window.holds(end - AT_ITS_END * length);
        samples += !p.is(PeriodFlag.CLOSE) && p.group() == leading && endsInIt ? 1 : 0;
        runOfGroup[p.group()] += share * p.runDeltaNanos();
        for (int e = 0; e < count.length; e++) {
            if (p.has(e)) {
                count[e] += share * p.count(e);
                measured[e] += share * p.measuredNanos(e);
                peaks.get(e).add(p, e, share);
            }
        }
    }

    @Override
    public PartSummary result(SeriesReport report) {
        double whole = (axis == Axis.WALL_TIME ? report.wallNanos() : report.runNanos()) / axis.recorded();
        double wallNanos = axis == Axis.WALL_TIME ? window.length() * 1e9 : Double.NaN;
        List<PartSummary.PartEvent> events = new ArrayList<>();
        double[] estimates = new double[count.length];
        for (int e = 0; e < count.length; e++) {
            EventInfo info = periods.events().get(e);
            double run = runOfGroup[info.group()];
            double share = run > 0 ? Math.min(1, measured[e] / run) : 0;
            estimates[e] = share >= 1 ? count[e] : share > 0 ? count[e] / measured[e] * run : Double.NaN;
            if (!report.isCounted(e)) {
                estimates[e] = Double.NaN;
            } else if (info.counted() && share > 0) {
                double length = info.isTime() ? wallNanos : run;
                double mean = estimates[e] / length;
                double perUnit = info.isTime() ? 1 : axis.recorded();
                events.add(new PartSummary.PartEvent(info.name(), info.unit(), estimates[e], finite(mean * perUnit),
                        Envelopes.rateUnit(info, axis, periods.recording().metadata().cpuWide()),
                        info.isTime() ? null : finite(peaks.get(e).rate(mean) * perUnit), share));
            }
        }
        List<PartSummary.PartMetric> computed = new ArrayList<>();
        for (BoundMetric m : metrics) {
            double value = m.of(estimates, runOfGroup[leading], wallNanos);
            if (Double.isFinite(value)) {
                computed.add(new PartSummary.PartMetric(m.metric().name(), value, m.metric().unit()));
            }
        }
        boolean instructions = axis == Axis.INSTRUCTIONS;
        return new PartSummary(periods.recording().metadata().benchmark(), window, axis,
                instructions ? null : (Double) window.length(), whole > 0 ? window.length() / whole : 0,
                instructions ? null : (Double) (runOfGroup[leading] / 1e9),
                instructions ? (Long) Math.round(runOfGroup[leading]) : null, samples, List.copyOf(events),
                List.copyOf(computed));
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }
}
