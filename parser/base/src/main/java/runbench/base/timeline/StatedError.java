package runbench.base.timeline;

import runbench.base.timeline.ReferenceTime.How;

/**
 * How well a clock was known over a stretch of time: the worst of what was stated at the moments looked at.
 *
 * @param errStatNanos largest statistical standard error, ns; NaN: unknown
 * @param loNanos the reference's time may be so much earlier (negative), ns; infinite where nothing is guaranteed
 * @param hiNanos or later
 * @param how the least certain way in which it was known
 */
public record StatedError(double errStatNanos, double loNanos, double hiNanos, How how) {
    /** Of nothing so far. */
    public static final StatedError NONE = new StatedError(0, 0, 0, How.IDENTITY);

    /**
     * The worst of some moments, evenly spaced.
     *
     * @param from first moment, a stamp of the timeline's clock
     * @param to last moment
     * @param moments at least 2
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

    /** What is stated at one moment. */
    public static StatedError of(PlacedStamp at) {
        return new StatedError(at.errStatNanos(), at.loNanos(), at.hiNanos(), at.how());
    }

    /** Each part the worse of two. */
    public StatedError worse(StatedError o) {
        return new StatedError(Math.max(errStatNanos, o.errStatNanos), Math.min(loNanos, o.loNanos),
                Math.max(hiNanos, o.hiNanos), how.compareTo(o.how) > 0 ? how : o.how);
    }

    /** Width of the guaranteed interval, ns. */
    public double widthNanos() {
        return hiNanos - loNanos;
    }

    /** False where nothing bounds the error. */
    public boolean guaranteed() {
        return Double.isFinite(loNanos) && Double.isFinite(hiNanos);
    }
}
