package runbench.pas2p.phase;

/**
 * Counts messages that arrived before they were sent, which only clocks that disagree can make. Nanoseconds, reference
 * time.
 */
final class EarlyArrivals {
    private long count;
    private long most;

    /**
     * @param sent entry of the send
     * @param arrived exit of the receive
     */
    void message(long sent, long arrived) {
        if (arrived < sent) {
            count++;
            most = Math.max(most, sent - arrived);
        }
    }

    long count() {
        return count;
    }

    /** By how much at most. */
    long mostNanos() {
        return most;
    }
}
