package runbench.pas2p.efficiency;

/**
 * A call of {@link runbench.pas2p.order.CausalSink}, encoded in one word. The reader of the word looks up the event
 * itself.
 */
final class RelayedCall {
    static final int SENT = 0;
    static final int RECEIVED = 1;
    static final int ENTERED = 2;
    static final int ENTERED_FIRST = 3;
    /** Completion by the event that was entered last: the location has no later event. */
    static final int LEFT = 4;
    /** Completion by a separate call. */
    static final int COMPLETED = 5;

    private static final int LOCATION_BITS = 28;

    private RelayedCall() {
    }

    /**
     * Encodes a call.
     *
     * @param carrier number of the message or operation; negative: none
     */
    static long word(int what, int location, int carrier) {
        return (long) what << 32 + LOCATION_BITS | (long) location << 32 | carrier & 0xffffffffL;
    }

    static int what(long word) {
        return (int) (word >>> 32 + LOCATION_BITS);
    }

    static int location(long word) {
        return (int) (word >>> 32) & (1 << LOCATION_BITS) - 1;
    }

    static int carrier(long word) {
        return (int) word;
    }
}
