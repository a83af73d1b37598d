package runbench.pas2p.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The message of each receive of one rank within its channel, where that is not simply the next one.
 *
 * <p>MPI matches receives of one (source, tag, communicator) with its messages in the order in which they were
 * <em>posted</em> (MPI standard, section "Semantics of Point-to-Point Communication"). Records are in the order of
 * completion. In nearly all channels both orders are equal; those are not stored here.
 */
public final class ReceiveOrder {
    private record Channel(int source, int tag, int comm) {}

    static final ReceiveOrder IN_ORDER = new ReceiveOrder(Map.of());

    private final Map<Channel, int[]> sequences;

    private ReceiveOrder(Map<Channel, int[]> sequences) {
        this.sequences = sequences;
    }

    /** Returns true if every receive took the next message of its channel. */
    public boolean inOrder() {
        return sequences.isEmpty();
    }

    /**
     * Returns, for each completed receive of a channel in order, the serial number (from 0) of its message; null:
     * messages were taken in order.
     */
    public int[] of(int source, int tag, int comm) {
        return sequences.isEmpty() ? null : sequences.get(new Channel(source, tag, comm));
    }

    /** Reads the rank twice: for the channels, and for their posting numbers. */
    static ReceiveOrder of(RankScan scan, java.util.function.Supplier<EventCursor> cursors) {
        if (scan.postsInOrder) {
            return IN_ORDER;
        }
        Map<Channel, int[]> last = new HashMap<>();
        Map<Channel, IntList> posts = new HashMap<>();
        try (EventCursor cursor = cursors.get()) {
            while (cursor.advance()) {
                if (cursor.kind() == TraceFormat.RECV) {
                    Channel channel = new Channel(cursor.peer(), cursor.tag(), cursor.comm());
                    int[] state = last.computeIfAbsent(channel, c -> new int[]{-1});
                    if (cursor.post() < state[0]) {
                        posts.putIfAbsent(channel, new IntList());
                    }
                    state[0] = cursor.post();
                }
            }
        }
        last.clear();
        if (posts.isEmpty()) {
            return IN_ORDER;
        }
        try (EventCursor cursor = cursors.get()) {
            while (cursor.advance()) {
                if (cursor.kind() == TraceFormat.RECV) {
                    IntList list = posts.get(new Channel(cursor.peer(), cursor.tag(), cursor.comm()));
                    if (list != null) {
                        list.add(cursor.post());
                    }
                }
            }
        }
        Map<Channel, int[]> sequences = new HashMap<>();
        posts.forEach((channel, list) -> sequences.put(channel, ranksOf(list.toArray())));
        return new ReceiveOrder(sequences);
    }

    private static int[] ranksOf(int[] posts) {
        long[] keyed = new long[posts.length];
        for (int i = 0; i < posts.length; i++) {
            keyed[i] = (long) posts[i] << 32 | i;
        }
        Arrays.sort(keyed);
        int[] sequence = new int[posts.length];
        for (int k = 0; k < keyed.length; k++) {
            sequence[(int) keyed[k]] = k;
        }
        return sequence;
    }

    private static final class IntList {
        private int[] values = new int[16];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        int[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
