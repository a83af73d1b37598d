package runbench.pas2p.phase;

/**
 * Counter of messages that arrived before they were sent, which only inconsistent clocks can cause. Nanoseconds,
 * reference time.
 */
final class EarlyArrivals {
    private long count;
    private long most;

    /**
     * Checks a message.
     *
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

    /** Returns the greatest difference, ns. */
    long mostNanos() {
        return most;
    }
}
