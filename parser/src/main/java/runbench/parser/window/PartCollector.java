package runbench.parser.window;

import com.fasterxml.jackson.annotation.JsonProperty;
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
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/** Gathers a {@link PartSummary} while the periods stream by. */
public final class PartCollector implements SeriesCollector<PartCollector.PartSummary> {
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

    /**
     * What was counted in a part of a run; nothing in it is of the whole run but its name and length.
     *
     * @param benchmark name of the run
     * @param window which part
     * @param axis along which it lies
     * @param lengthS of the part, s; null along instructions
     * @param share of the run, 0..1
     * @param runS running time of all tasks in it, s; null along instructions
     * @param instructions that all tasks executed in it; null along times
     * @param samples that end in it
     * @param events those that were counted
     * @param metrics those that can be computed
     */
    public record PartSummary(String benchmark, TimeWindow window, Axis axis, @JsonProperty("length_s") Double lengthS,
            double share, @JsonProperty("run_s") Double runS, Long instructions, long samples, List<PartEvent> events,
            List<PartMetric> metrics) {

        /**
         * A sampling period that lies partly in the part is shared out by time.
         *
         * @param count estimated where the event was multiplexed
         * @param meanRate per second of running time, or 10^6 instructions; of a clock per second of wall time; null
         *     without any
         * @param peakRate of the fastest stretch of at least half a period in the part, see
         *     {@link runbench.parser.series.PeakRate}; null without one
         * @param shareMeasured of the running time, 0..1
         */
        public record PartEvent(String name, String unit, double count, @JsonProperty("mean_rate") Double meanRate,
                @JsonProperty("rate_unit") String rateUnit, @JsonProperty("peak_rate") Double peakRate,
                @JsonProperty("share_measured") double shareMeasured) {}

        /** @param value of the sums over the part */
        public record PartMetric(String name, double value, String unit) {}
    }
}
