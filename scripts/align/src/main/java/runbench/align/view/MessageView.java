package runbench.align.view;

/**
 * Messages of the window, those with most bytes.
 *
 * @param fromRank who sent
 * @param toRank who received
 * @param sentS entry into the send, s
 * @param receivedS exit from the receive, or from what waited for it, s
 * @param bytes of each
 * @param orders what their arrows tell
 * @param inWindow how many lie in the window in all
 * @param backwards how many of these seem to be received before they were sent: an error of the clocks; of those whose
 *     clocks can be compared at all
 */
public record MessageView(int[] fromRank, int[] toRank, double[] sentS, double[] receivedS, long[] bytes,
        Order[] orders, long inWindow, long backwards) {
    /** What can be read off a message's arrow. */
    public enum Order {
        /** Received after it was sent; where the clocks do not tell that for certain, nobody sees the difference. */
        FORWARDS,
        /** Seems to be received before it was sent, by less than the clocks' guaranteed intervals allow. */
        BACKWARDS,
        /** By more: one of the clocks is not what its interval guarantees. */
        IMPOSSIBLE,
        /**
         * Nothing: its ends are closer together than the clocks tell, which is more than a pixel; or nobody knows one
         * of the clocks.
         */
        INCOMPARABLE
    }

    public int size() {
        return fromRank.length;
    }
}
