package runbench.sync.window;

/**
 * What a window will send at most, said beforehand.
 *
 * @param bursts      bursts
 * @param exchanges   exchanges a burst
 * @param windowNanos length of the window, ns
 * @param timeoutMillis how long one reply is waited for
 * @param parallel    nodes probed at once
 * @param clock       the reference's clock, as the clock library names it
 * @param realtime    ask for SCHED_FIFO
 */
public record Plan(
        int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock, boolean realtime) {
    /** Bytes of one packet on the wire: payload, UDP, IPv4 and Ethernet headers. */
    public static final int FRAME_BYTES = 64 + 8 + 20 + 14;

    /** Packets in both directions for one node: the exchanges, an opening and a closing one. */
    public long packetsPerNode() {
        return 2L * ((long) bursts * exchanges + 2);
    }

    public long bytesPerNode() {
        return packetsPerNode() * FRAME_BYTES;
    }
}
