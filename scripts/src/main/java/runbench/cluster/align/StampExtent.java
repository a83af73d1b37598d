package runbench.cluster.align;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.StatedError;

/** From the first to the last of some stamps, and the worst that was stated between. */
final class StampExtent {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private StatedError worst = StatedError.NONE;
    private long stamps;

    void add(PlacedStamp at) {
        first = Math.min(first, at.refNanos());
        last = Math.max(last, at.refNanos());
        worst = worst.worse(StatedError.of(at));
        stamps++;
    }

    StampExtent and(StampExtent other) {
        first = Math.min(first, other.first);
        last = Math.max(last, other.last);
        worst = worst.worse(other.worst);
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
        return worst;
    }
}
