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

/** Collects a {@link PartSummary} in one pass over the periods. */
public final class PartCollector implements SeriesCollector<PartCollector.PartSummary> {
    /**
     * Maximum distance between a period's end and the part's end, relative to the period, at which both count as equal.
     */
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
        double share = length > 0 ? Math.min(1, window.overlap(end - length, end) / length)
                : window.contains(end) ? 1 : 0;
        if (share <= 0) {
            return;
        }
        boolean endsInIt = window.contains(end - AT_ITS_END * length);
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
                int cpus = periods.summedCpus(info);
                double mean = cpus * estimates[e] / (info.overWallTime() ? wallNanos : run);
                double perUnit = info.isTime() ? 1 : axis.recorded();
                events.add(new PartSummary.PartEvent(info.name(), info.unit(), estimates[e], finite(mean * perUnit),
                        Envelopes.rateUnit(info, axis, periods.recording().metadata().cpuWide()),
                        info.isTime() || cpus > 1 ? null : finite(peaks.get(e).rate(mean) * perUnit), share));
            }
        }
        List<PartSummary.PartMetric> computed = new ArrayList<>();
        for (BoundMetric m : metrics) {
            double value = m.of(estimates, runOfGroup[leading], wallNanos);
            if (Double.isFinite(value)) {
                computed.add(new PartSummary.PartMetric(m.metric().name(), value, m.unit()));
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
     * The counts of a part of a run. All values but the name and the length of the run refer to the part.
     *
     * @param benchmark name of the run
     * @param window the part
     * @param axis axis of the part
     * @param lengthS length of the part, s; null along instructions
     * @param share share of the run, 0..1
     * @param runS running time of all tasks in the part, s; null along instructions
     * @param instructions instructions of all tasks in the part; null along times
     * @param samples number of samples that end in the part
     * @param events events that were counted
     * @param metrics metrics that can be computed
     */
    public record PartSummary(String benchmark, TimeWindow window, Axis axis, @JsonProperty("length_s") Double lengthS,
            double share, @JsonProperty("run_s") Double runS, Long instructions, long samples, List<PartEvent> events,
            List<PartMetric> metrics) {

        /**
         * The count of one event. A sampling period that is partly in the part contributes in proportion to time.
         *
         * @param name name of the event
         * @param unit unit of the count
         * @param count count in the part, estimated if the event was multiplexed
         * @param meanRate mean rate in the unit that states its base; null if there is none
         * @param peakRate rate of the fastest stretch of at least half a period in the part, see
         *     {@link runbench.parser.series.PeakRate}; null if there is none
         * @param shareMeasured share of the running time in which it was counted, 0..1
         */
        public record PartEvent(String name, String unit, double count, @JsonProperty("mean_rate") Double meanRate,
                @JsonProperty("rate_unit") String rateUnit, @JsonProperty("peak_rate") Double peakRate,
                @JsonProperty("share_measured") double shareMeasured) {}

        /**
         * The value of one metric.
         *
         * @param name name of the metric
         * @param value value from the sums over the part
         * @param unit unit of the value
         */
        public record PartMetric(String name, double value, String unit) {}
    }
}
