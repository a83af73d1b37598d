package runbench.parser.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import runbench.base.progress.Progress;
import runbench.parser.export.Exports;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.metrics.SampleSpread;
import runbench.parser.metrics.SampleSpreads;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.Envelope;
import runbench.parser.series.EnvelopeScales;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.series.GridPlacement;
import runbench.parser.series.ScheduleBuckets;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;

/**
 * A recording in front of all who want something from it: first they ask, then it is read once, then they get it.
 *
 * <p>Before that one reading there is a short look at the clocks alone where something asked for depends on the end of
 * the run: the buckets of a chart, which groups of counters took turns, which tasks ran longest. The clocks do not tell
 * the length of the run to the last nanosecond when its tasks were polled or took turns; where the buckets would be
 * others for it, which is seldom, what lies in buckets is gathered once more.
 */
public final class RunView {
    private final Periods periods;
    private final List<Metric> metrics;
    private final List<Requested<?>> requests = new ArrayList<>();
    private boolean read;

    private RunView(Recording recording, List<Metric> metrics) {
        periods = Periods.of(recording);
        this.metrics = List.copyOf(metrics);
    }

    /** @param metrics to be computed, in whatever is asked for */
    public static RunView of(Recording recording, List<Metric> metrics) {
        return new RunView(recording, metrics);
    }

    public Periods periods() {
        return periods;
    }

    public List<Metric> metrics() {
        return metrics;
    }

    public Requested<RunSummary> summary() {
        return summary(RunLog.NONE);
    }

    /** @param log what the program logged of itself */
    public Requested<RunSummary> summary(RunLog log) {
        return request(RunSummary.collector(periods, metrics, log));
    }

    /** One per counted event, see {@link Envelopes#of}. */
    public Requested<List<Envelope>> envelopes(Axis axis, int buckets) {
        return request(Envelopes.collector(periods, axis, buckets));
    }

    /**
     * What a chart is made of.
     *
     * @param axis null for the recording's own
     * @param buckets of events and metrics, at most
     * @param tasks that the schedule tells of, at most
     * @param taskBuckets of the schedule
     */
    public Supplier<Curves> curves(Axis axis, int buckets, int tasks, int taskBuckets) {
        Axis along = axis == null ? Envelopes.defaultAxis(periods) : axis;
        Requested<List<Envelope>> events = envelopes(along, buckets);
        Requested<List<Envelope>> computed = request(MetricEnvelopes.collector(periods, metrics, along, buckets));
        Optional<Requested<ScheduleBuckets>> schedule = ScheduleBuckets.collector(periods, tasks, taskBuckets)
                .map(this::request);
        return () -> new Curves(along, events.get(), computed.get(), schedule.map(Requested::get));
    }

    /**
     * One row per period, see {@link Exports#csv}. @throws runbench.base.error.RunbenchException when it cannot be
     * written
     */
    public Requested<Path> csv(Path file) {
        return request(Exports.csvCollector(periods, metrics, file));
    }

    /**
     * Data and scripts for gnuplot, see {@link Exports#gnuplot}. @throws runbench.base.error.RunbenchException when
     * they cannot be written
     */
    public Requested<List<Path>> gnuplot(Path directory, String name) {
        return request(Exports.gnuplotCollector(periods, directory, name));
    }

    /**
     * What is made of its events on a grid that several recordings share, see
     * {@link Envelopes#collector(Periods, BucketGrid, GridPlacement, int)}.
     */
    public Requested<EnvelopeScales> envelopes(BucketGrid shared, GridPlacement placement, int times) {
        return request(Envelopes.collector(periods, shared, placement, times));
    }

    /** The same of its metrics. */
    public Requested<EnvelopeScales> metricEnvelopes(BucketGrid shared, GridPlacement placement, int times) {
        return request(MetricEnvelopes.collector(periods, metrics, shared, placement, times));
    }

    /**
     * How the samples of each bucket scatter, see {@link SampleSpreads#collector}. @param axis null for the recording's
     * own
     */
    public Requested<List<SampleSpread>> spreads(Axis axis, int buckets) {
        return request(SampleSpreads.collector(periods, metrics, axis == null ? Envelopes.defaultAxis(periods) : axis,
                buckets));
    }

    /** Anything else that can be gathered while it is read. */
    public <T> Requested<T> gathered(SeriesCollector<T> collector) {
        return request(collector);
    }

    private <T> Requested<T> request(SeriesCollector<T> collector) {
        if (read) {
            collector.close();
            throw new IllegalStateException("asked for after the recording has been read");
        }
        Requested<T> request = new Requested<>(collector);
        requests.add(request);
        return request;
    }

    /**
     * Reads the recording for all that was asked for.
     *
     * @param progress receives the records done and in all
     * @throws runbench.base.error.RunbenchException when it cannot be read to its end
     */
    public SeriesReport read(Progress progress) {
        read = true;
        try {
            List<SeriesCollector<?>> all = new ArrayList<>();
            requests.forEach(r -> all.add(r.guarded()));
            SeriesReport report = periods.read(progress, all);
            List<SeriesCollector<?>> again = new ArrayList<>();
            requests.forEach(r -> r.correct(report).ifPresent(again::add));
            if (!again.isEmpty()) {
                periods.read(progress, again);
            }
            requests.forEach(r -> r.finish(report));
            return report;
        } finally {
            requests.forEach(Requested::close);
        }
    }
}
