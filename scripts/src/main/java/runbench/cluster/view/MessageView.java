package runbench.cluster.view;

/**
 * Messages of the window, those with most bytes.
 *
 * @param fromRank  who sent
 * @param toRank    who received
 * @param sentS     entry into the send, s
 * @param receivedS exit from the receive, or from what waited for it, s
 * @param bytes     of each
 * @param inWindow  how many lie in the window in all
 * @param backwards how many of these seem to be received before they were sent: an error of the clocks
 */
public record MessageView(int[] fromRank, int[] toRank, double[] sentS, double[] receivedS, long[] bytes, long inWindow, long backwards) {
    public int size() {
        return fromRank.length;
    }
}
