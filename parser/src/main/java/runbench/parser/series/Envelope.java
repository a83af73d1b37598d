package runbench.parser.series;

/**
 * The rate of one event over a run, in equal-width buckets: what a chart panel draws.
 *
 * <p>All arrays have one element per bucket. Bucket {@code i} covers
 * {@code [origin + i * bucketWidth, origin + (i + 1) * bucketWidth)} on the axis; the last one may reach beyond
 * {@code end}. A bucket without any sample holds NaN in all three arrays: a gap, not a zero. Along wall time a bucket
 * in which the program did not run holds 0.
 *
 * @param event name of the event as it was asked for
 * @param countedAs what was really counted, and by what: "PMU event r5383d0", "software event", "emulated (...)"
 * @param rateUnit unit of the rates, for example "page faults/s"
 * @param axis what positions count
 * @param origin position of the first bucket's left edge, in the axis' unit
 * @param bucketWidth width of a bucket, in the axis' unit; positive
 * @param end position at which the run ends, in the axis' unit
 * @param mean sum of counts / sum of time in the bucket
 * @param min smallest rate of any {@linkplain Period#isWhole() whole} period of which a quarter, or a quarter of the
 *     bucket, lies in it
 * @param max largest rate of any such period
 * @param figures the same over the whole run
 * @param shareMeasured share of the running time in which the event was really counted, 0..1; below 1 the rates are
 *     estimates (multiplexing)
 */
public record Envelope(String event, String countedAs, String rateUnit, Axis axis, double origin, double bucketWidth,
        double end, double[] mean, double[] min, double[] max, Figures figures, double shareMeasured) {

    /**
     * What the run's summary says too, so that a chart says the same on every axis.
     *
     * @param mean of the whole run; NaN when unknown
     * @param peak rate of the fastest stretch of at least half a period, see {@link PeakRate}; NaN without one, and
     *     where no single period has a rate
     * @param top highest value that a scale has to hold: the peak, and every bucket in which at least half a period was
     *     measured; NaN without any
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
