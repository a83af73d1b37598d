package runbench.sync.window;

import java.util.Map;

/**
 * What a window will send at most, declared beforehand.
 *
 * @param bursts bursts
 * @param exchanges exchanges a burst
 * @param windowNanos length of the window, ns
 * @param timeoutMillis how long one reply is waited for
 * @param parallel nodes probed at once
 * @param clock the reference's clock, as the clock library names it
 * @param realtime ask for SCHED_FIFO
 * @param broadcast ADDRESS:PORT to which beats for the drift are sent, one packet for all nodes; null: none
 * @param beats how many, with {@code broadcast}
 * @param asks commands by which the reference's time services are asked for UTC after the window, by service
 * @param key file of the key that all machines share, the same path on each; null: packets are not sealed
 */
public record WindowPlan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock,
        boolean realtime, String broadcast, int beats, Map<String, String> asks, String key) {
    /** Exchanges of one window and node, at most: bursts times exchanges a burst. */
    public static final int MOST_EXCHANGES = 1_000_000;
    /** Bytes of one packet on the wire: payload, UDP, IPv4 and Ethernet headers. */
    public static final int FRAME_BYTES = 64 + 8 + 20 + 14;

    /** Arrivals that one request fetches from a node. */
    private static final int BEATS_A_FETCH = 4;
    /** Behind each packet where there is a key. */
    private static final int TAG_BYTES = 16;
    /**
     * Openings and requests for beats that the exchange engine sends again where no answer comes: RB_REPEATS in its
     * engine.h.
     */
    private static final int REPEATS = 8;
    private static final int OPENING_REPEATS = 5;
    private static final int ALONE_BURSTS = 16;
    private static final int ALONE_EXCHANGES = 64;

    /** Without beats. */
    public WindowPlan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock,
            boolean realtime) {
        this(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, null, 0);
    }

    /** Without questions about UTC. */
    public WindowPlan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock,
            boolean realtime, String broadcast, int beats) {
        this(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast, beats, Map.of(),
                null);
    }

    public WindowPlan asking(Map<String, String> commands) {
        return new WindowPlan(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast,
                beats, commands, key);
    }

    /** Sealed with the key of this file; null: not sealed. */
    public WindowPlan withKey(String file) {
        return new WindowPlan(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast,
                beats, asks, file);
    }

    /** For a node that receives no beats: a window of its own, as long, without them. */
    public WindowPlan alone() {
        return new WindowPlan(ALONE_BURSTS, ALONE_EXCHANGES, windowNanos, timeoutMillis, parallel, clock, realtime,
                null, 0, asks, key);
    }

    /** The same with another clock. */
    public WindowPlan withClock(String other) {
        return new WindowPlan(bursts, exchanges, windowNanos, timeoutMillis, parallel, other, realtime, broadcast,
                beats, asks, key);
    }

    /**
     * How long a window with so many nodes may take if none of them answers any more: three silent probes end each
     * burst.
     */
    public long longestNanos(int nodes) {
        long groups = (nodes + parallel - 1L) / parallel;
        // Each opening and each request for beats may be asked again, and be answered by one node of each group only.
        long asked = 1 + OPENING_REPEATS + 1 + 2 * fetches();
        return windowNanos + groups * timeoutMillis * 1_000_000L * (3L * bursts + asked + REPEATS);
    }

    private long fetches() {
        return (packetsForAll() + BEATS_A_FETCH - 1) / BEATS_A_FETCH;
    }

    /** Packets that are sent once for all nodes. */
    public long packetsForAll() {
        return broadcast == null ? 0 : beats;
    }

    /**
     * Packets in both directions for one node at most: the exchanges, an opening and a closing one, what fetches beats,
     * and repeats of those that got no answer.
     */
    public long packetsPerNode() {
        return packetsWithoutLoss() + 2L * REPEATS;
    }

    /** The same where no packet is lost. */
    public long packetsWithoutLoss() {
        return 2L * ((long) bursts * exchanges + 2 + fetches());
    }

    public long bytesPerNode() {
        return packetsPerNode() * (FRAME_BYTES + (key == null ? 0 : TAG_BYTES));
    }
}
