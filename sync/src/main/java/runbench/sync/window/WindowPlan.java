package runbench.sync.window;

import java.util.Map;

/**
 * The parameters of a window and the maximum number of its packets.
 *
 * @param bursts number of bursts
 * @param exchanges number of exchanges per burst
 * @param windowNanos length of the window, ns
 * @param timeoutMillis timeout of one reply, ms
 * @param parallel number of nodes probed concurrently
 * @param clock the reference's clock, as named by the clock library
 * @param realtime whether to request SCHED_FIFO
 * @param broadcast ADDRESS:PORT of the beats for the drift, one packet for all nodes; null if none
 * @param beats number of beats with {@code broadcast}
 * @param asks commands that query the reference's time services for UTC after the window, by service
 * @param key file of the key that all machines share, the same path on each; null: packets are not authenticated
 */
public record WindowPlan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock,
        boolean realtime, String broadcast, int beats, Map<String, String> asks, String key) {
    /** Maximum number of exchanges of one window and node. */
    public static final int MAX_EXCHANGES = 1_000_000;
    /** Bytes of one packet on the wire: payload, UDP, IPv4 and Ethernet headers. */
    public static final int FRAME_BYTES = 64 + 8 + 20 + 14;

    /** Number of arrivals that one request fetches from a node. */
    private static final int BEATS_PER_FETCH = 4;
    /** Bytes of authentication behind each packet if there is a key. */
    private static final int TAG_BYTES = 16;
    /**
     * Openings and requests for beats that the exchange engine repeats without an answer: RB_REPEATS in its engine.h.
     */
    private static final int REPEATS = 8;
    private static final int OPENING_REPEATS = 5;
    private static final int SEPARATE_BURSTS = 16;
    private static final int SEPARATE_EXCHANGES = 64;

    /** Creates a plan without beats. */
    public WindowPlan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock,
            boolean realtime) {
        this(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, null, 0);
    }

    /** Creates a plan without queries for UTC. */
    public WindowPlan(int bursts, int exchanges, long windowNanos, int timeoutMillis, int parallel, String clock,
            boolean realtime, String broadcast, int beats) {
        this(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast, beats, Map.of(),
                null);
    }

    public WindowPlan asking(Map<String, String> commands) {
        return new WindowPlan(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast,
                beats, commands, key);
    }

    /** Returns the plan with the key in this file; null: not authenticated. */
    public WindowPlan withKey(String file) {
        return new WindowPlan(bursts, exchanges, windowNanos, timeoutMillis, parallel, clock, realtime, broadcast,
                beats, asks, file);
    }

    /** Returns the plan of a separate window without beats, for a node that receives none. */
    public WindowPlan separate() {
        return new WindowPlan(SEPARATE_BURSTS, SEPARATE_EXCHANGES, windowNanos, timeoutMillis, parallel, clock,
                realtime, null, 0, asks, key);
    }

    /** Returns the plan with another clock. */
    public WindowPlan withClock(String other) {
        return new WindowPlan(bursts, exchanges, windowNanos, timeoutMillis, parallel, other, realtime, broadcast,
                beats, asks, key);
    }

    /**
     * Returns the maximum duration of a window if no node answers any more, ns. Three silent probes end each burst.
     *
     * @param nodes number of nodes
     */
    public long longestNanos(int nodes) {
        long groups = (nodes + parallel - 1L) / parallel;
        // Each opening and each request for beats may be repeated, and answered by one node of each group only.
        long asked = 1 + OPENING_REPEATS + 1 + 2 * fetches();
        return windowNanos + groups * timeoutMillis * 1_000_000L * (3L * bursts + asked + REPEATS);
    }

    private long fetches() {
        return (packetsForAll() + BEATS_PER_FETCH - 1) / BEATS_PER_FETCH;
    }

    /** Returns the number of packets that are sent once for all nodes. */
    public long packetsForAll() {
        return broadcast == null ? 0 : beats;
    }

    /**
     * Returns the maximum number of packets for one node in both directions: exchanges, opening, closing, requests for
     * beats, and repeats.
     */
    public long packetsPerNode() {
        return packetsWithoutLoss() + 2L * REPEATS;
    }

    /** Returns the number of packets for one node if none is lost. */
    public long packetsWithoutLoss() {
        return 2L * ((long) bursts * exchanges + 2 + fetches());
    }

    public long bytesPerNode() {
        return packetsPerNode() * (FRAME_BYTES + (key == null ? 0 : TAG_BYTES));
    }
}
