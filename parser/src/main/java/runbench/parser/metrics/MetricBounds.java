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
 * Where a metric of a whole run lies. What is bounded goes through the formula as intervals: counts are whole numbers,
 * and counters of a group are switched on and off one after the other, in no more time than a sample takes. What is
 * estimated goes through its slopes, with the errors of events that were counted together correlated as they were.
 */
final class MetricBounds {
    /** So much longer than an edge is a period whose rate says something. */
    private static final int LONG = 10;

    private final List<EventInfo> events;
    private final double edgeNanos;
    /** Per event, counts per ns of running time. */
    private final double[] fastest;

    MetricBounds(Periods periods) {
        Metadata metadata = periods.recording().metadata();
        events = periods.events();
        // In emulation nothing is switched, and nothing is lost.
        edgeNanos = metadata.countsInstructions() ? 0 : Math.max(0, metadata.costPerSampleNanos());
        fastest = new double[events.size()];
    }

    /** What happens at an edge happens no faster than anywhere in the run. */
    void period(Period p) {
        if (edgeNanos == 0 || p.runDeltaNanos() < LONG * edgeNanos) {
            return;
        }
        for (int e = 0; e < fastest.length; e++) {
            if (p.has(e)) {
                fastest[e] = Math.max(fastest[e], p.estimate(e) / p.runDeltaNanos());
            }
        }
    }

    /**
     * @return {@link Interval#ALL} where nobody can tell
     * @param metric computable from the recording
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
                Interval.around(report.wallNanos() / 1e9, 1e-9).atLeast(0));
        return Double.isNaN(error) || !enclosed.finite() ? Interval.ALL : enclosed.widened(error);
    }

    /** The same as {@link BoundMetric#of(SeriesReport)} takes. */
    static double count(int event, SeriesReport report) {
        Long last = report.finals().get(event);
        return report.shareMeasured().get(event) < 1 ? report.estimated().get(event)
                : last != null ? last : (Long) report.counted().get(event);
    }

    /**
     * A count at one edge is too early or too late by less than one, and by what happens while its counter is switched.
     */
    private Interval bounded(int event, double count, SeriesReport report) {
        double run = report.runNanosOf().get(event);
        double atEdge = edgeNanos == 0 || run <= 0 ? 0 : 1 + Math.max(fastest[event], count / run) * edgeNanos;
        return Interval.around(count, 2 * atEdge).atLeast(0);
    }
}
