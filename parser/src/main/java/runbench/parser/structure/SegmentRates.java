package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;
import runbench.parser.series.RateBase;
import runbench.parser.structure.SegmentSearch.Interval;

/** The mean rates of events in segments. On the axis of wall time, all rates divide by wall time, waits included. */
final class SegmentRates {
    private final List<BinnedCounts> events;
    private final int[] rotations;

    /**
     * @param events counts of the events in the same bins
     * @param rotations length of a rotation of each event if it was multiplexed, bins; otherwise 0
     */
    SegmentRates(List<BinnedCounts> events, int[] rotations) {
        this.events = events;
        this.rotations = rotations.clone();
    }

    /** Returns the unit of the rates of an event. */
    static String unit(BinnedCounts event) {
        return event.axis() == Axis.WALL_TIME ? RateBase.WALL_TIME.insteadOf(RateBase.RUNNING_TIME, event.rateUnit())
                : event.rateUnit();
    }

    /** Returns the mean rate of each event, without the samples that may hold an edge; null if it was not measured. */
    List<Double> of(List<Interval> segments) {
        List<Double> rates = new ArrayList<>();
        for (int e = 0; e < events.size(); e++) {
            BinnedCounts event = events.get(e);
            double count = 0;
            double length = 0;
            for (Interval segment : segments) {
                Interval inner = Letters.inner(event.bins(), rotations[e], segment);
                for (int i = inner.from(); i < inner.to(); i++) {
                    count += event.counts()[i];
                    length += length(event, i);
                }
            }
            rates.add(length > 0 ? (Double) (count / length * event.scale()) : null);
        }
        return rates;
    }

    /**
     * Returns the mean rate of an event over the run, with the samples that hold edges; null if it was not measured.
     */
    Double mean(int event) {
        BinnedCounts counts = events.get(event);
        double length = IntStream.range(0, counts.bins()).mapToDouble(i -> length(counts, i)).sum();
        return length > 0 ? (Double) (Arrays.stream(counts.counts()).sum() / length * counts.scale()) : null;
    }

    /** Returns the units of a rate per count and measured length of an event in an interval. */
    double scale(int event, Interval in) {
        return events.get(event).scale() * measuredShare(events.get(event), in);
    }

    /** Returns the measured part of the length by which rates divide: 1 unless the axis is wall time. */
    private static double measuredShare(BinnedCounts event, Interval in) {
        if (event.axis() != Axis.WALL_TIME) {
            return 1;
        }
        double length = IntStream.range(in.from(), in.to()).mapToDouble(i -> length(event, i)).sum();
        double measured = IntStream.range(in.from(), in.to()).mapToDouble(i -> event.measured()[i]).sum();
        return length > 0 ? measured / length : 1;
    }

    /** Returns the length of a bin by which rates divide, in the axis' unit; 0 if it was not measured. */
    private static double length(BinnedCounts event, int bin) {
        if (event.info().overWallTime()) {
            return event.binWidth();
        }
        // The measured length of a bin is its running time, or all of it if the program waited.
        return event.axis() != Axis.WALL_TIME ? event.measured()[bin]
                : event.measured()[bin] > 0 ? event.binWidth() * event.shareMeasured() : 0;
    }
}
