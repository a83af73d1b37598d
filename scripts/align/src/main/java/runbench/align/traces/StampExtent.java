package runbench.align.traces;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.StatedError;

/** First and last of a set of stamps, and the largest stated errors between them. */
final class StampExtent {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private double errStat;
    private double lo;
    private double hi;
    private How how = How.IDENTITY;
    private long stamps;

    void add(PlacedStamp at) {
        first = Math.min(first, at.refNanos());
        last = Math.max(last, at.refNanos());
        // Math.max keeps NaN: once unknown, always unknown.
        errStat = Math.max(errStat, at.errStatNanos());
        lo = Math.min(lo, at.loNanos());
        hi = Math.max(hi, at.hiNanos());
        how = at.how().compareTo(how) > 0 ? at.how() : how;
        stamps++;
    }

    StampExtent and(StampExtent other) {
        first = Math.min(first, other.first);
        last = Math.max(last, other.last);
        StatedError worse = worst().worse(other.worst());
        errStat = worse.errStatNanos();
        lo = worse.loNanos();
        hi = worse.hiNanos();
        how = worse.how();
        stamps += other.stamps;
        return this;
    }

    boolean empty() {
        return stamps == 0;
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }

    StatedError worst() {
        return new StatedError(errStat, lo, hi, how);
    }
}
