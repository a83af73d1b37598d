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
import runbench.parser.metrics.SampleSpreads;
import runbench.parser.metrics.SampleSpreads.SampleSpread;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;
import runbench.parser.series.BucketGrid.GridPlacement;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Envelopes.EnvelopeScales;
import runbench.parser.series.Periods;
import runbench.parser.series.ScheduleBuckets;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;

/**
 * One pass over a recording for several results. Callers request results, {@link #read} reads the recording once, and
 * then each request returns its result.
 *
 * <p>Some results depend on the end of the run: the buckets of a chart, the multiplexed groups, the longest tasks. For
 * these a short survey of the clocks precedes the pass. It does not yield the exact length of the run if tasks were
 * polled or groups were multiplexed. In the rare case that the exact length changes the buckets, a second pass collects
 * the contents of the buckets again.
 */
public final class RunView {
    private final Periods periods;
    private final List<Metric> metrics;
    private final List<Requested<?>> requests = new ArrayList<>();
    private boolean read;
    /** Whether requests share state, such as a placement on a grid; they are then finished one after the other. */
    private boolean sharing;

    private RunView(Recording recording, List<Metric> metrics) {
        periods = Periods.of(recording);
        this.metrics = List.copyOf(metrics);
    }

    /** @param metrics the metrics to compute for every result */
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

    /**
     * Requests the summary of the run.
     *
     * @param log the intervals that the program logged
     */
    public Requested<RunSummary> summary(RunLog log) {
        return request(RunSummary.collector(periods, metrics, log));
    }

    /** Requests one envelope per counted event, see {@link Envelopes#of}. */
    public Requested<List<Envelope>> envelopes(Axis axis, int buckets) {
        return request(Envelopes.collector(periods, axis, buckets));
    }

    /**
     * Requests the data of a chart.
     *
     * @param axis null for the recording's default axis
     * @param buckets maximum number of buckets of events and metrics
     * @param tasks maximum number of tasks in the schedule
     * @param taskBuckets number of buckets of the schedule
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
     * Requests a table with one row per period, see {@link Exports#csv}. @throws runbench.base.error.RunbenchException
     * the table cannot be written
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
     * Requests the envelopes of events on a grid that several recordings share, see
     * {@link Envelopes#collector(Periods, BucketGrid, GridPlacement, int)}.
     */
    public Requested<EnvelopeScales> envelopes(BucketGrid shared, GridPlacement placement, int times) {
        sharing = true;
        return request(Envelopes.collector(periods, shared, placement, times));
    }

    /** Requests the envelopes of metrics on a grid that several recordings share. */
    public Requested<EnvelopeScales> metricEnvelopes(BucketGrid shared, GridPlacement placement, int times) {
        sharing = true;
        return request(MetricEnvelopes.collector(periods, metrics, shared, placement, times));
    }

    /**
     * Requests the spread of the samples in each bucket, see {@link SampleSpreads#collector}.
     *
     * @param axis null for the recording's default axis
     */
    public Requested<List<SampleSpread>> spreads(Axis axis, int buckets) {
        return request(SampleSpreads.collector(periods, metrics, axis == null ? Envelopes.defaultAxis(periods) : axis,
                buckets));
    }

    /**
     * Requests the result of any other collector.
     *
     * @param collector a collector whose {@link SeriesCollector#result} shares no state with another request: of long
     *     recordings, results are computed at the same time
     */
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
     * Reads the recording for all requests.
     *
     * @param progress receives the number of records read and their total
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
            boolean parallel = !sharing && periods.isWorthThreads();
            (parallel ? requests.parallelStream() : requests.stream()).forEach(r -> r.finish(report));
            return report;
        } finally {
            requests.forEach(Requested::close);
        }
    }

    /**
     * The data of the chart of a run.
     *
     * @param axis of events and metrics; the schedule is over wall time
     * @param events one per counted event
     * @param metrics one per metric that can be computed
     * @param schedule states of the tasks; empty if the recording contains no context switches
     */
    public record Curves(Axis axis, List<Envelope> events, List<Envelope> metrics,
            Optional<ScheduleBuckets> schedule) {}
}
