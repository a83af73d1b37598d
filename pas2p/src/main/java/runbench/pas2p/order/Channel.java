package runbench.pas2p.order;

/**
 * Messages from one process to another with one tag on one communicator that were sent and not yet received, first in
 * first out; of each its tick, its size, when it was sent, and what it carries besides.
 */
final class Channel {
    private static final int NONE = -1;
    /** Of a message: its tick below its size, and its time. */
    private static final int OWN_WORDS = 2;
    private static final int FIRST_MESSAGES = 2;

    final long serial;
    /** Source above destination, tag above communicator. */
    final long ends;
    final long label;
    private final int words;
    private long[] ring;
    /** Where the first message stands in the ring, and how many there are. */
    private int head;
    private int size;
    /** Of those that are taken in an order of their own: how many have gone from the front. */
    private int taken;
    private int waiter = NONE;
    private int[] order;
    private int orderAt;

    /** @param carried words that travel with each message */
    Channel(long serial, long ends, long label, int carried) {
        this.serial = serial;
        this.ends = ends;
        this.label = label;
        words = OWN_WORDS + carried;
        ring = new long[FIRST_MESSAGES * words];
    }

    /** Nobody would miss it. */
    boolean idle() {
        return size == 0 && waiter == NONE && order == null;
    }

    /** A message was sent at this tick and time. @return the location that waits for it, or -1 */
    int send(int tick, long nanos, long bytes) {
        if (size * words == ring.length) {
            widen();
        }
        int at = place(size);
        ring[at] = bytes << 32 | tick;
        ring[at + 1] = nanos;
        size++;
        int waiting = waiter;
        if (waiting != NONE && available()) {
            waiter = NONE;
            return waiting;
        }
        return NONE;
    }

    private void widen() {
        long[] wider = new long[ring.length * 2];
        System.arraycopy(ring, head, wider, 0, ring.length - head);
        System.arraycopy(ring, 0, wider, ring.length - head, head);
        head = 0;
        ring = wider;
    }

    /** Receives take its messages in this order instead of one after the other. */
    void order(int[] sequence) {
        order = sequence;
    }

    boolean ordered() {
        return order != null;
    }

    /** True when the message that the next receive takes was sent. */
    boolean available() {
        return size > offset();
    }

    private int offset() {
        return order == null || orderAt >= order.length ? 0 : order[orderAt] - taken;
    }

    void await(int location) {
        waiter = location;
    }

    void stopWaiting() {
        waiter = NONE;
        if (order != null) {
            orderAt++;
        }
    }

    /** Tick of the message that the next receive takes. */
    int tick() {
        return (int) ring[next()];
    }

    /** Size of that message in bytes, modulo 2^32. */
    int bytes() {
        return (int) (ring[next()] >>> 32);
    }

    /** When that message was sent. */
    long nanos() {
        return ring[next() + 1];
    }

    /** What messages carry: these words, from {@link #sentAt} or {@link #carriedAt}. */
    long[] carriers() {
        return ring;
    }

    /** Of the message that was sent last. */
    int sentAt() {
        return place(size - 1) + OWN_WORDS;
    }

    /** Of the message that the next receive takes. */
    int carriedAt() {
        return next() + OWN_WORDS;
    }

    private int next() {
        return order == null ? head : place(offset());
    }

    /** A ring wraps around once at most. */
    private int place(int message) {
        int at = head + message * words;
        return at >= ring.length ? at - ring.length : at;
    }

    /** Takes the message that the next receive takes. */
    void take() {
        if (order == null) {
            drop();
            return;
        }
        ring[next()] = NONE;
        orderAt++;
        while (size > 0 && ring[head] == NONE) {
            drop();
            taken++;
        }
    }

    private void drop() {
        int behind = head + words;
        head = behind == ring.length ? 0 : behind;
        size--;
    }

    /** Every message that nobody received. */
    void leftovers(Channels.LeftoverSink sink) {
        for (int i = 0; i < size; i++) {
            long message = ring[place(i)];
            if (message != NONE) {
                sink.message((int) (ends >> 32), (int) ends, (int) (label >> 32), (int) label, (int) message);
            }
        }
    }
}
