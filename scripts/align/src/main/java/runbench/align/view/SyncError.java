package runbench.align.view;

import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/**
 * The error of a rank's clock along the run.
 *
 * @param atS times, s
 * @param errStatNs statistical standard error, ns; NaN: unknown
 * @param loNs lower end of the guaranteed interval relative to the stamp, ns, negative; infinite: nothing is guaranteed
 * @param hiNs upper end of the guaranteed interval, ns
 * @param how method by which the clock was known
 */
public record SyncError(double[] atS, double[] errStatNs, double[] loNs, double[] hiNs, ReferenceTime.How[] how) {
    static final int TEST_POINTS = 65;

    static SyncError along(Timeline timeline, long from, long to, TimeAxis axis) {
        long[] stamps = new long[TEST_POINTS];
        for (int i = 0; i < TEST_POINTS; i++) {
            stamps[i] = from + Math.round((double) (to - from) * i / (TEST_POINTS - 1));
        }
        ReferenceTimes placed = new ReferenceTimes(TEST_POINTS);
        timeline.locate(stamps, 0, TEST_POINTS, placed);
        SyncError e = new SyncError(new double[TEST_POINTS], new double[TEST_POINTS], new double[TEST_POINTS],
                new double[TEST_POINTS], new ReferenceTime.How[TEST_POINTS]);
        for (int i = 0; i < TEST_POINTS; i++) {
            e.atS[i] = axis.seconds(placed.refNanos(i));
            e.errStatNs[i] = placed.errStatNanos(i);
            e.loNs[i] = placed.loNanos(i);
            e.hiNs[i] = placed.hiNanos(i);
            e.how[i] = placed.how(i);
        }
        return e;
    }
}
