package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.List;
import runbench.base.stats.Interval;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;

/**
 * The interval of a metric of a whole run. Guaranteed bounds pass through the formula as intervals. Counts are
 * integers, and the counters of a group are switched on and off in sequence, within the time of one sample. Errors of
 * estimates pass through the formula's slopes. The correlation of events that were counted together is included.
 */
final class MetricBounds {
    /** Minimum length of a period, in edge durations, for its rate to be used. */
    private static final int MIN_EDGE_DURATIONS = 10;

    private final List<EventInfo> events;
    private final double edgeNanos;
    /** Per event, counts per ns of running time. */
    private final double[] fastest;

    MetricBounds(Periods periods) {
        Metadata metadata = periods.recording().metadata();
        events = periods.events();
        // The emulator switches no counters and loses no counts.
        edgeNanos = metadata.countsInstructions() ? 0 : Math.max(0, metadata.costPerSampleNanos());
        fastest = new double[events.size()];
    }

    /** Updates the highest rates. The rate at an edge never exceeds the highest rate of the run. */
    void period(Period p) {
        if (edgeNanos == 0 || p.runDeltaNanos() < MIN_EDGE_DURATIONS * edgeNanos) {
            return;
        }
        for (int e = 0; e < fastest.length; e++) {
            if (p.has(e)) {
                fastest[e] = Math.max(fastest[e], p.estimate(e) / p.runDeltaNanos());
            }
        }
    }

    /**
     * Returns the interval of a metric.
     *
     * @param metric computable from the recording
     * @return {@link Interval#ALL} if the bounds are unknown
     */
    Interval of(BoundMetric metric, SeriesReport report) {
        double[] counts = new double[events.size()];
        List<Interval> bounded = new ArrayList<>();
        for (int e = 0; e < counts.length; e++) {
            counts[e] = count(e, report);
            bounded.add(Double.isNaN(counts[e]) ? Interval.ALL : bounded(e, counts[e], report));
        }
        double[] slopes = metric.slopes(counts, report);
        for (int e = 0; e < slopes.length; e++) {
            slopes[e] = report.estimates().get(e).estimated() ? slopes[e] : 0;
        }
        double error = report.errors().ofSum(slopes);
        double run = metric.runNanos(report);
        Interval enclosed = metric.enclose(bounded, Interval.around(run / 1e9, 1e-9).atLeast(0),
                Interval.around(report.countedNanos() / 1e9, 1e-9).atLeast(0));
        return Double.isNaN(error) || !enclosed.finite() ? Interval.ALL : enclosed.widened(error);
    }

    /** Returns the count that {@link BoundMetric#of(SeriesReport)} uses. */
    static double count(int event, SeriesReport report) {
        Long last = report.finals().get(event);
        return report.shareMeasured().get(event) < 1 ? report.estimated().get(event)
                : last != null ? last : report.counted().get(event);
    }

    /**
     * Returns the guaranteed bounds of a count. The error at one edge is less than one, plus the events that occur
     * while the counter is switched.
     */
    private Interval bounded(int event, double count, SeriesReport report) {
        double run = report.runNanosOf().get(event);
        double atEdge = edgeNanos == 0 || run <= 0 ? 0 : 1 + Math.max(fastest[event], count / run) * edgeNanos;
        return Interval.around(count, 2 * atEdge).atLeast(0);
    }
}
