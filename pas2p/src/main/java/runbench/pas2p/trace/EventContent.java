package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.SEND;

/**
 * What a location's latest sends and collectives were, told by a hash: which calls with which tags and roots among
 * which members. Not to whom messages go, which in programs that hand out work differs between runs, nor how large they
 * are. The interposer computes the same (native/mpitrace/content.h).
 */
public final class EventContent {
    /** So many of the latest events count. */
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

    /** @param event a send or a collective */
    public void add(EventCursor event) {
        add(word(communicators, event));
    }

    /** @param word of one */
    public void add(long word) {
        hash = hash * ROLLING + word - words[at] * ROLLED_OUT;
        words[at] = word;
        at = (at + 1) % EVENTS;
    }

    /** Of the latest events. */
    public long hash() {
        return hash;
    }

    /** Of one event alone. */
    public static long word(Communicators communicators, EventCursor event) {
        int where = event.kind() == SEND ? event.tag() : event.peer();
        Communicators.Communicator members = communicators.of(event.comm());
        long word = (((long) event.op() << 32 | Integer.toUnsignedLong(where))
                ^ (members == null ? 0 : members.group())) * FACTOR;
        return word ^ word >>> 29;
    }
}
