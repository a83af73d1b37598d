package runbench.sync.live;

/**
 * Counts of a live order.
 *
 * @param emitted number of events emitted
 * @param late number of events emitted after a later event
 * @param shifted number of shifted events
 * @param largestShiftNs largest shift, ns
 * @param unmatched number of receives whose send did not arrive within the hold
 * @param circles number of receives before their sends in a circle; they are not shifted
 * @param outOfOrder number of receives emitted before their sends, because of the hold or a circle
 * @param ambiguous number of ids that were sent more than once; they determine no order
 */
public record OrderCounts(long emitted, long late, long shifted, long largestShiftNs, long unmatched, long circles,
        long outOfOrder, long ambiguous) {
    /** Returns whether every event was emitted in its place. */
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
