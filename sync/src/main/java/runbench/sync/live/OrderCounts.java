package runbench.sync.live;

/**
 * What came of ordering events while they came.
 *
 * @param emitted events
 * @param late of these, behind one that comes after them in the order
 * @param shifted events that were moved for the sake of an order that is known
 * @param largestShiftNs how far the furthest was
 * @param unmatched receives whose send did not come within the hold
 * @param circles receives before their sends, in a circle: left where they stand
 * @param outOfOrder receives that were emitted before their sends, because these came later than the hold, or because
 *     of a circle
 * @param ambiguous ids that were sent more than once: no order follows from them
 */
public record OrderCounts(long emitted, long late, long shifted, long largestShiftNs, long unmatched, long circles,
        long outOfOrder, long ambiguous) {
    /** Whether every event was emitted in its place. */
    public boolean isExact() {
        return late == 0 && outOfOrder == 0;
    }

    static final class Tally {
        private long emitted;
        private long late;
        private long shifted;
        private long largestShift;
        private long unmatched;
        private long circles;

        void add(LiveEvent e, boolean withoutSend, boolean released) {
            emitted++;
            late += e.late() ? 1 : 0;
            shifted += e.shiftNanos() != 0 ? 1 : 0;
            largestShift = Math.max(largestShift, e.shiftNanos());
            unmatched += withoutSend ? 1 : 0;
            circles += released ? 1 : 0;
        }

        OrderCounts counts(long overtaken, long ambiguous) {
            return new OrderCounts(emitted, late, shifted, largestShift, unmatched, circles, circles + overtaken,
                    ambiguous);
        }
    }
}
