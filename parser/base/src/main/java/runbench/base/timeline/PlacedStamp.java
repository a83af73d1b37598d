package runbench.base.timeline;

import runbench.base.timeline.ReferenceTime.How;

/**
 * The reference time of the most recent stamp. {@link Timeline#locate} overwrites it for every stamp, so that no object
 * is made per stamp.
 */
public final class PlacedStamp {
    private long refNanos;
    private double errStatNanos;
    private double loNanos;
    private double hiNanos;
    private How how = How.IDENTITY;

    /**
     * Sets all parts.
     *
     * @param ref reference time, ns
     * @param errStat statistical standard error, ns; NaN: unknown
     * @param lo earliest reference time possible, ns relative to {@code ref}
     * @param hi latest reference time possible, ns relative to {@code ref}
     * @param known certainty of the clock at that moment
     */
    public void set(long ref, double errStat, double lo, double hi, How known) {
        refNanos = ref;
        errStatNanos = errStat;
        loNanos = lo;
        hiNanos = hi;
        how = known;
    }

    /**
     * Adds the errors of a preceding conversion. Statistical errors are independent, so their squares are added.
     * Intervals are added. The less certain {@link How} applies to the whole.
     *
     * @param errStat statistical standard error, ns
     * @param lo lower bound of the error, ns
     * @param hi upper bound of the error, ns
     * @param known certainty of the preceding conversion
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

    /**
     * Returns the earliest reference time possible, rounded down to whole ns.
     *
     * @return {@link Long#MIN_VALUE} if nothing is guaranteed
     */
    public long earliest() {
        return ReferenceTime.earliest(refNanos, loNanos);
    }

    /**
     * Returns the latest reference time possible, rounded up to whole ns.
     *
     * @return {@link Long#MAX_VALUE} if nothing is guaranteed
     */
    public long latest() {
        return ReferenceTime.latest(refNanos, hiNanos);
    }

    public ReferenceTime value() {
        return new ReferenceTime(refNanos, errStatNanos, loNanos, hiNanos, how);
    }
}
