package runbench.base.timeline;

import runbench.base.timeline.ReferenceTime.How;

/** Where the last stamp stands in reference time: what {@link Timeline#locate} fills in, again and again. */
public final class PlacedStamp {
    private long refNanos;
    private double errStatNanos;
    private double loNanos;
    private double hiNanos;
    private How how = How.IDENTITY;

    /** The parts mean what {@link ReferenceTime} says. */
    public void set(long ref, double errStat, double lo, double hi, How known) {
        refNanos = ref;
        errStatNanos = errStat;
        loNanos = lo;
        hiNanos = hi;
        how = known;
    }

    /**
     * Adds the errors of the way that led here: statistical errors are independent and add in squares, intervals add
     * up, and the worst way of knowing is that of the whole.
     */
    public void add(double errStat, double lo, double hi, How known) {
        errStatNanos = Math.sqrt(errStat * errStat + errStatNanos * errStatNanos);
        loNanos = lo + loNanos;
        hiNanos = hi + hiNanos;
        how = known.compareTo(how) > 0 ? known : how;
    }

    public long refNanos() {
        return refNanos;
    }

    public double errStatNanos() {
        return errStatNanos;
    }

    public double loNanos() {
        return loNanos;
    }

    public double hiNanos() {
        return hiNanos;
    }

    public How how() {
        return how;
    }

    /** Earliest reference time possible, to the whole ns below; the least number where nothing is guaranteed. */
    public long earliest() {
        return ReferenceTime.earliest(refNanos, loNanos);
    }

    /** Latest reference time possible, to the whole ns above; the greatest number where nothing is guaranteed. */
    public long latest() {
        return ReferenceTime.latest(refNanos, hiNanos);
    }

    public ReferenceTime value() {
        return new ReferenceTime(refNanos, errStatNanos, loNanos, hiNanos, how);
    }
}
