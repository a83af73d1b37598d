package runbench.sync.window;

import java.util.Map;

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
 * @param broadcast   ADDRESS:PORT to which beats for the drift are sent, one packet for all nodes; null: none
 * @param beats       how many, with {@code broadcast}
 * @param asks        commands by which the reference's time services are asked for UTC after the window, by service
 */
public record Plan(
        int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock, boolean realtime,
        String broadcast, int beats, Map<String, String> asks) {
    /** Bytes of one packet on the wire: payload, UDP, IPv4 and Ethernet headers. */
    public static final int FRAME_BYTES = 64 + 8 + 20 + 14;

    /** Arrivals that one request fetches from a node. */
    private static final int BEATS_A_FETCH = 4;
    private static final int ALONE_BURSTS = 16;
    private static final int ALONE_EXCHANGES = 64;

    /** Without beats. */
    public Plan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock, boolean realtime) {
        this(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, null, 0);
    }

    /** Without questions about UTC. */
    public Plan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock, boolean realtime,
            String broadcast, int beats) {
        this(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast, beats, Map.of());
    }

    public Plan asking(Map<String, String> commands) {
        return new Plan(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast, beats, commands);
    }

    /** For a node that hears no beats: a window of its own, as long, without them. */
    public Plan alone() {
        return new Plan(ALONE_BURSTS, ALONE_EXCHANGES, windowNanos, timeoutMillis, parallel, clock, realtime, null, 0, asks);
    }

    /** The same with another clock. */
    public Plan withClock(String other) {
        return new Plan(bursts, exchanges, windowNanos, timeoutMillis, parallel, other, realtime, broadcast, beats, asks);
    }

    /** How long a window with so many nodes may take if none of them answers: three silent probes end each burst. */
    public long longestNanos(int nodes) {
        long groups = (nodes + parallel - 1L) / parallel;
        return windowNanos + groups * timeoutMillis * 1_000_000L * (3L * bursts + 2 + (packetsForAll() + BEATS_A_FETCH - 1) / BEATS_A_FETCH);
    }

    /** Packets that are sent once for all nodes. */
    public long packetsForAll() {
        return broadcast == null ? 0 : beats;
    }

    /** Packets in both directions for one node: the exchanges, an opening and a closing one, what fetches beats. */
    public long packetsPerNode() {
        return 2L * ((long) bursts * exchanges + 2 + (packetsForAll() + BEATS_A_FETCH - 1) / BEATS_A_FETCH);
    }

    public long bytesPerNode() {
        return packetsPerNode() * FRAME_BYTES;
    }
}
