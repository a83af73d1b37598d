package runbench.parser.series;

/**
 * The rate of one event over a run, in equal-width buckets: what a chart panel draws.
 *
 * <p>All arrays have one element per bucket. Bucket {@code i} covers
 * {@code [origin + i * bucketWidth, origin + (i + 1) * bucketWidth)} on the axis. A bucket without any sample holds
 * NaN in all three arrays: a gap, not a zero.
 *
 * @param event       name of the event as it was asked for
 * @param countedAs   what was really counted, and by what: "PMU event r5383d0", "software event", "emulated (...)"
 * @param rateUnit    unit of the rates, for example "page faults/s"
 * @param axis        what positions count
 * @param origin      position of the first bucket's left edge, in the axis' unit
 * @param bucketWidth width of a bucket, in the axis' unit; positive
 * @param mean        sum of counts / sum of time in the bucket
 * @param min         smallest rate of any period that begins in the bucket
 * @param max         largest rate of any period that begins in the bucket
 * @param gaps        stretches of more than 1.5 nominal periods without a sample
 * @param shareMeasured share of the running time in which the event was really counted, 0..1; below 1 the rates are
 *                    estimates (multiplexing)
 */
public record Envelope(
        String event,
        String countedAs,
        String rateUnit,
        Axis axis,
        double origin,
        double bucketWidth,
        double[] mean,
        double[] min,
        double[] max,
        long gaps,
        double shareMeasured) {

    public int buckets() {
        return mean.length;
    }

    /** Position of the middle of bucket {@code i}, in the axis' unit. */
    public double centre(int i) {
        return origin + (i + 0.5) * bucketWidth;
    }
}
