package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.SEND;

/**
 * The content of a location's latest sends and collectives, as a hash: calls, tags, roots and members. It excludes
 * destinations, which differ between runs of programs that distribute work dynamically, and sizes. The interposer
 * computes the same hash (native/mpitrace/content.h).
 */
public final class EventContent {
    /** Number of the latest events in the hash. */
    public static final int EVENTS = 16;
    private static final long FACTOR = 0x9e3779b97f4a7c15L;
    private static final long ROLLING = 0x100000001b3L;
    private static final long ROLLED_OUT = power();

    private final Communicators communicators;
    private final long[] words = new long[EVENTS];
    private int at;
    private long hash;

    public EventContent(Communicators communicators) {
        this.communicators = communicators;
    }

    private static long power() {
        long power = 1;
        for (int i = 0; i < EVENTS; i++) {
            power *= ROLLING;
        }
        return power;
    }

    /**
     * Adds an event.
     *
     * @param event a send or a collective
     */
    public void add(EventCursor event) {
        add(word(communicators, event));
    }

    /**
     * Adds an event by its word.
     *
     * @param word result of {@link #word(Communicators, EventCursor)}
     */
    public void add(long word) {
        hash = hash * ROLLING + word - words[at] * ROLLED_OUT;
        words[at] = word;
        at = (at + 1) % EVENTS;
    }

    /** Returns the hash of the latest events. */
    public long hash() {
        return hash;
    }

    /** Returns the hash of one event alone. */
    public static long word(Communicators communicators, EventCursor event) {
        int where = event.kind() == SEND ? event.tag() : event.peer();
        Communicators.Communicator members = communicators.of(event.comm());
        long word = (((long) event.op() << 32 | Integer.toUnsignedLong(where))
                ^ (members == null ? 0 : members.group())) * FACTOR;
        return word ^ word >>> 29;
    }
}
