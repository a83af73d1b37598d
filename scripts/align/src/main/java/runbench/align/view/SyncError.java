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
    static final int POINTS = 65;

    static SyncError along(Timeline timeline, long from, long to, TimeAxis axis) {
        long[] stamps = new long[POINTS];
        for (int i = 0; i < POINTS; i++) {
            stamps[i] = from + Math.round((double) (to - from) * i / (POINTS - 1));
        }
        ReferenceTimes placed = new ReferenceTimes(POINTS);
        timeline.locate(stamps, 0, POINTS, placed);
        SyncError e = new SyncError(new double[POINTS], new double[POINTS], new double[POINTS], new double[POINTS],
                new ReferenceTime.How[POINTS]);
        for (int i = 0; i < POINTS; i++) {
            e.atS[i] = axis.seconds(placed.refNanos(i));
            e.errStatNs[i] = placed.errStatNanos(i);
            e.loNs[i] = placed.loNanos(i);
            e.hiNs[i] = placed.hiNanos(i);
            e.how[i] = placed.how(i);
        }
        return e;
    }
}
