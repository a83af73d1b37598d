package runbench.align.view;

import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/**
 * How well a rank's clock was known along the run.
 *
 * @param atS places, s
 * @param errStatNs statistical standard error, ns; NaN: unknown
 * @param loNs the reference's time may be so much earlier (negative), ns; infinite where nothing is guaranteed
 * @param hiNs or later
 * @param how how it was known there
 */
public record SyncError(double[] atS, double[] errStatNs, double[] loNs, double[] hiNs, ReferenceTime.How[] how) {
    static final int MOMENTS = 65;

    static SyncError along(Timeline timeline, long from, long to, TimeAxis axis) {
        long[] stamps = new long[MOMENTS];
        for (int i = 0; i < MOMENTS; i++) {
            stamps[i] = from + Math.round((double) (to - from) * i / (MOMENTS - 1));
        }
        ReferenceTimes placed = new ReferenceTimes(MOMENTS);
        timeline.locate(stamps, 0, MOMENTS, placed);
        SyncError e = new SyncError(new double[MOMENTS], new double[MOMENTS], new double[MOMENTS], new double[MOMENTS],
                new ReferenceTime.How[MOMENTS]);
        for (int i = 0; i < MOMENTS; i++) {
            e.atS[i] = axis.seconds(placed.refNanos(i));
            e.errStatNs[i] = placed.errStatNanos(i);
            e.loNs[i] = placed.loNanos(i);
            e.hiNs[i] = placed.hiNanos(i);
            e.how[i] = placed.how(i);
        }
        return e;
    }
}
