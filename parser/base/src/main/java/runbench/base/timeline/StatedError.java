package runbench.base.timeline;

import runbench.base.timeline.ReferenceTime.How;

/**
 * The error of a clock over an interval of time: the worst of the errors stated at the examined moments.
 *
 * @param errStatNanos largest statistical standard error, ns; NaN: unknown
 * @param loNanos maximum amount by which the reference time may be earlier, ns (negative); infinite if nothing is
 *     guaranteed
 * @param hiNanos maximum amount by which the reference time may be later, ns; infinite if nothing is guaranteed
 * @param how lowest certainty of the clock
 */
public record StatedError(double errStatNanos, double loNanos, double hiNanos, How how) {
    /** The error before any moment is examined. */
    public static final StatedError NONE = new StatedError(0, 0, 0, How.IDENTITY);

    /**
     * Returns the worst error at evenly spaced moments.
     *
     * @param timeline the clock's timeline
     * @param from first moment, a stamp of the timeline's clock
     * @param to last moment, a stamp of the timeline's clock
     * @param moments number of moments, at least 2
     */
    public static StatedError over(Timeline timeline, long from, long to, int moments) {
        PlacedStamp at = new PlacedStamp();
        StatedError worst = NONE;
        for (int i = 0; i < moments; i++) {
            timeline.locate(from + (to - from) / (moments - 1) * i, at);
            worst = worst.worse(of(at));
        }
        return worst;
    }

    /** Returns the error stated at one moment. */
    public static StatedError of(PlacedStamp at) {
        return new StatedError(at.errStatNanos(), at.loNanos(), at.hiNanos(), at.how());
    }

    /** Returns the worse value of each part of two errors. */
    public StatedError worse(StatedError o) {
        return new StatedError(Math.max(errStatNanos, o.errStatNanos), Math.min(loNanos, o.loNanos),
                Math.max(hiNanos, o.hiNanos), how.compareTo(o.how) > 0 ? how : o.how);
    }

    /** Returns the width of the guaranteed interval, ns. */
    public double widthNanos() {
        return hiNanos - loNanos;
    }

    /** Returns whether both bounds of the error are finite. */
    public boolean guaranteed() {
        return Double.isFinite(loNanos) && Double.isFinite(hiNanos);
    }
}
