package runbench.align.view;

import java.util.Arrays;
import runbench.base.error.RunbenchException;
import runbench.parser.series.Axis;
import runbench.parser.series.BucketGrid;

/**
 * The time that all ranks share.
 *
 * @param clock host whose CLOCK_MONOTONIC it is
 * @param startNs that clock at 0 s: the start of the first rank, ns
 * @param runS length of the whole run, s
 * @param fromS where the window begins, s
 * @param toS where it ends, s
 * @param bucketS width of a bucket, s; the last one may be cut off by the window's end
 * @param buckets their number
 */
public record TimeAxis(String clock, long startNs, double runS, double fromS, double toS, double bucketS, int buckets) {
    /**
     * A window on a run.
     *
     * @param endNs end of the last rank, ns of the clock
     * @param periodNs buckets are so wide, or several times; 0: as narrow as wanted
     */
    static TimeAxis of(String clock, long startNs, long endNs, long periodNs, ViewRequest request) {
        double run = Math.max(1, endNs - startNs) / 1e9;
        double from = request.fromS() == null ? 0 : Math.max(0, request.fromS());
        double to = request.toS() == null ? run : Math.min(run, request.toS());
        if (!(from < to)) {
            throw RunbenchException
                    .badInput(String.format("nothing lies between %s s and %s s: the run takes %.3f s",
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

    /** The same in fewer buckets. @param times so many become one */
    TimeAxis merged(int times) {
        return times == 1 ? this
                : new TimeAxis(clock, startNs, runS, fromS, toS, bucketS * times, (buckets + times - 1) / times);
    }

    /** Where buckets begin, and where the last one ends, s. */
    public double[] edges() {
        double[] edges = new double[buckets + 1];
        Arrays.setAll(edges, i -> Math.min(toS, fromS + i * bucketS));
        return edges;
    }

    /** Place of a time of the clock, s. */
    public double seconds(long refNanos) {
        return (refNanos - startNs) / 1e9;
    }

    /** The clock at a place, ns. */
    public long refNanos(double seconds) {
        return startNs + Math.round(seconds * 1e9);
    }

    /** Whether it is a part of the run only. */
    public boolean zoomed() {
        return fromS > 0 || toS < runS;
    }

    BucketGrid grid() {
        return new BucketGrid(Axis.WALL_TIME, bucketS * 1e9, buckets, Math.round((toS - fromS) * 1e9));
    }
}
