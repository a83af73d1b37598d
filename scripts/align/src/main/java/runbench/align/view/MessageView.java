package runbench.align.view;

/**
 * The largest messages of the window.
 *
 * @param fromRank sending ranks
 * @param toRank receiving ranks
 * @param sentS entries into the sends, s
 * @param receivedS exits from the receives, or from the calls that waited for them, s
 * @param bytes sizes in bytes
 * @param orders certainty of the order of send and receive
 * @param inWindow number of all messages in the window
 * @param backwards number of those that seem to be received before they were sent, which is a clock error; only
 *     messages with comparable clocks
 */
public record MessageView(int[] fromRank, int[] toRank, double[] sentS, double[] receivedS, long[] bytes,
        Order[] orders, long inWindow, long backwards) {
    /** The certainty of the order of a message's ends. */
    public enum Order {
        /** Received after it was sent, or the uncertainty is too small to be visible. */
        FORWARDS,
        /** Seems to be received before it was sent, within the clocks' guaranteed intervals. */
        BACKWARDS,
        /** Received before it was sent by more than the intervals allow: one of the clocks violates its guarantee. */
        IMPOSSIBLE,
        /**
         * Unknown: the ends are closer than the clocks resolve and that is more than a pixel, or one of the clocks is
         * unknown.
         */
        INCOMPARABLE
    }

    public int size() {
        return fromRank.length;
    }
}
