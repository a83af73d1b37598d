package runbench.parser.series;

/**
 * The rate of one event over a run in equal-width buckets, the data of one chart panel.
 *
 * <p>All arrays have one element per bucket. Bucket {@code i} covers
 * {@code [origin + i * bucketWidth, origin + (i + 1) * bucketWidth)} on the axis; the last one may reach beyond
 * {@code end}. A bucket without any sample holds NaN in all three arrays: a gap, not a zero. On a wall-time axis this
 * includes buckets in which the program did not run; only the number of busy CPUs is known there.
 *
 * @param event name of the event as requested
 * @param countedAs the counted event and its source: "PMU event r5383d0", "software event", "emulated (...)"
 * @param rateUnit unit of the rates, for example "page faults/s"
 * @param axis quantity of the positions
 * @param origin position of the first bucket's left edge, in the axis' unit
 * @param bucketWidth width of a bucket, in the axis' unit; positive
 * @param end position at which the run ends, in the axis' unit
 * @param mean sum of counts / sum of time in the bucket
 * @param min smallest rate of the {@linkplain Period#isWhole() whole} periods of which a quarter is in the bucket, or
 *     which cover a quarter of the bucket
 * @param max largest rate of these periods
 * @param figures mean and peak of the whole run
 * @param shareMeasured share of the running time in which the event was counted, 0..1; below 1 the rates are scaled
 *     estimates
 * @param environment whether the event {@linkplain runbench.parser.record.EventInfo#isEnvironment() depends on other
 *     programs}
 */
public record Envelope(String event, String countedAs, String rateUnit, Axis axis, double origin, double bucketWidth,
        double end, double[] mean, double[] min, double[] max, Figures figures, double shareMeasured,
        boolean environment) {

    /**
     * Values of the run's summary. They are the same on every axis.
     *
     * @param mean of the whole run; NaN when unknown
     * @param peak rate of the fastest stretch of at least half a period, see {@link PeakRate}; NaN if there is none, or
     *     if no single period has a rate
     * @param top highest value of the scale: the maximum of the peak and of every bucket in which at least half a
     *     period was measured; NaN if there is none
     */
    public record Figures(double mean, double peak, double top) {}

    public int buckets() {
        return mean.length;
    }

    /** Position of the middle of bucket {@code i}, in the axis' unit. */
    public double centre(int i) {
        return origin + (i + 0.5) * bucketWidth;
    }
}
