package runbench.sync.live;

/**
 * The measured lateness of one node, by which the waiting time for it adapts: how long the node is silent between two
 * reports, and how late its events arrive behind a report that claimed to be complete. All times are ns.
 */
final class NodeLateness {
    /** Shortest silence after which a node is not waited for, unless the hold is shorter. */
    static final long MIN_PATIENCE_NANOS = 250_000_000;
    /** Multiple of the longest recent silence that is waited for. */
    private static final int PATIENCE_FACTOR = 4;
    /** Multiple of the largest recent lateness by which events are held. */
    private static final int MARGIN_FACTOR = 2;
    /** Time in which a measured value loses half of its weight. */
    private static final double HALF_LIFE_NANOS = 10e9;

    private final long holdNanos;
    private boolean hasBegun;
    private boolean wasHeard;
    private long heardNanos;
    private double longestSilence;
    private double largestLateness;
    private long latenessNanos;

    /** @param holdNanos longest waiting time */
    NodeLateness(long holdNanos) {
        this.holdNanos = holdNanos;
        // At its start, a receiver is slower than any node: the wait begins long and becomes short.
        longestSilence = (double) holdNanos / PATIENCE_FACTOR;
    }

    private static double decayed(double value, long elapsedNanos) {
        return value == 0 ? 0 : value * Math.exp(-Math.max(0, elapsedNanos) / HALF_LIFE_NANOS * Math.log(2));
    }

    /**
     * Takes a sign of life, or the begin of the log.
     *
     * @param isReport whether the node sent a report; otherwise waiting for its first one begins
     */
    void heard(long now, boolean isReport) {
        if (wasHeard) {
            long silence = now - heardNanos;
            longestSilence = Math.max(silence, decayed(longestSilence, silence));
        }
        hasBegun = true;
        wasHeard |= isReport;
        heardNanos = now;
    }

    /** Takes a time in which the receiver did not run. */
    void paused(long nanos) {
        heardNanos += nanos;
    }

    /**
     * Takes an event that was stamped this long before the last report, but arrived after it. Beyond the hold, it is
     * not waited for: a link was broken, or a clock stepped.
     *
     * @param now time of the arrival; the greatest number if unknown
     */
    void late(long lateness, long now) {
        if (lateness <= holdNanos) {
            largestLateness = Math.max(lateness, margin(now));
            latenessNanos = now;
        }
    }

    private double margin(long now) {
        return decayed(largestLateness, latenessNanos == Long.MAX_VALUE ? 0 : now - latenessNanos);
    }

    /** Returns the time by which the node's reports are too optimistic, at most the hold. */
    long nanos(long now) {
        return largestLateness == 0 ? 0 : (long) Math.min(holdNanos, MARGIN_FACTOR * margin(now));
    }

    /** Returns the silence after which the node is not waited for. */
    long patienceNanos() {
        return wasHeard ? Math.min(holdNanos, Math.max(MIN_PATIENCE_NANOS, (long) (PATIENCE_FACTOR * longestSilence)))
                : holdNanos;
    }

    boolean isSilent(long now) {
        return hasBegun && now - heardNanos > patienceNanos();
    }
}
