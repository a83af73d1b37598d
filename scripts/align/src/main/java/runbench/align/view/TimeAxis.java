package runbench.align.view;

import java.util.Arrays;
import runbench.base.error.RunbenchException;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;

/**
 * The time axis of all ranks.
 *
 * @param clock host of the CLOCK_MONOTONIC of the axis
 * @param startNs clock value at 0 s, the start of the first rank, ns
 * @param runS length of the whole run, s
 * @param fromS start of the window, s
 * @param toS end of the window, s
 * @param bucketS width of a bucket, s; the window's end may truncate the last one
 * @param buckets number of buckets
 */
public record TimeAxis(String clock, long startNs, double runS, double fromS, double toS, double bucketS, int buckets) {
    /**
     * Creates the axis of a window.
     *
     * @param endNs end of the last rank in the clock, ns
     * @param periodNs buckets are a multiple of this, ns; 0: any width
     */
    static TimeAxis of(String clock, long startNs, long endNs, long periodNs, ViewRequest request) {
        double run = Math.max(1, endNs - startNs) / 1e9;
        double from = request.fromS() == null ? 0 : Math.max(0, request.fromS());
        double to = request.toS() == null ? run : Math.min(run, request.toS());
        if (!(from < to)) {
            throw RunbenchException
                    .badInput(String.format("the window from %s s to %s s is outside the run: the run takes %.3f s",
                            request.fromS() == null ? "0" : request.fromS(),
                            request.toS() == null ? "its end" : request.toS(), run))
                    .remedy("give --from and --to in seconds since the start of the run");
        }
        double length = (to - from) * 1e9;
        int most = Math.max(1, request.buckets());
        double width = periodNs <= 0 ? length / most
                : periodNs * Math.max(1, Math.ceil(Math.round(length / periodNs) / (double) most));
        int count = (int) Math.max(1, Math.ceil(length / width - 1e-6));
        return new TimeAxis(clock, startNs, run, from, to, width / 1e9, count);
    }

    /**
     * Returns the axis in fewer buckets.
     *
     * @param times number of buckets that become one
     */
    TimeAxis merged(int times) {
        return times == 1 ? this
                : new TimeAxis(clock, startNs, runS, fromS, toS, bucketS * times, (buckets + times - 1) / times);
    }

    /** Returns the starts of the buckets and the end of the last one, s. */
    public double[] edges() {
        double[] edges = new double[buckets + 1];
        Arrays.setAll(edges, i -> Math.min(toS, fromS + i * bucketS));
        return edges;
    }

    /** Converts a clock value to a position on the axis, s. */
    public double seconds(long refNanos) {
        return (refNanos - startNs) / 1e9;
    }

    /** Converts a position on the axis to a clock value, ns. */
    public long refNanos(double seconds) {
        return startNs + Math.round(seconds * 1e9);
    }

    /** Returns whether the window is only a part of the run. */
    public boolean zoomed() {
        return fromS > 0 || toS < runS;
    }

    BucketGrid grid() {
        return new BucketGrid(Axis.WALL_TIME, bucketS * 1e9, buckets, Math.round((toS - fromS) * 1e9));
    }
}
