package runbench.pas2p.order;

import java.util.Arrays;

/**
 * Messages that were sent and not yet received, first in first out per channel (source, destination, tag,
 * communicator), in primitive arrays. Its memory follows the messages in flight, not the length of the trace.
 */
final class Channels {
    private static final int NONE = -1;
    /** Of a message: its tick below its size, and its time. */
    private static final int OWN_WORDS = 2;

    /** Of a message: those, and what it carries besides. */
    private final int words;

    private long[] endsKey = new long[1 << 10];
    private long[] labelKey = new long[1 << 10];
    private int[] slotChannel = filled(1 << 10);
    private int mask = (1 << 10) - 1;

    private int channels;
    private long[] ends = new long[64];
    private long[] label = new long[64];
    private long[][] ring = new long[64][];
    private int[] head = new int[64];
    private int[] size = new int[64];
    private int[] taken = new int[64];
    private int[] waiter = filled(64);
    private int[][] order = new int[64][];
    private int[] orderAt = new int[64];
    private int purgeAt = 1 << 20;

    private static int[] filled(int n) {
        int[] a = new int[n];
        Arrays.fill(a, NONE);
        return a;
    }

    /** @param carried words that travel with each message besides its logical time */
    Channels(int carried) {
        words = OWN_WORDS + carried;
    }

    /** Number of this channel; made when it is new. Valid until the next call of this method. */
    int find(int source, int destination, int tag, int comm) {
        long e = (long) source << 32 | destination;
        long l = (long) tag << 32 | comm & 0xffffffffL;
        int slot = slot(e, l);
        while (slotChannel[slot] != NONE) {
            if (endsKey[slot] == e && labelKey[slot] == l) {
                return slotChannel[slot];
            }
            slot = slot + 1 & mask;
        }
        if (channels >= purgeAt) {
            purge();
            purgeAt = Math.max(1 << 20, channels * 2);
            return find(source, destination, tag, comm);
        }
        if ((channels + 1) * 2 > slotChannel.length) {
            rehash(slotChannel.length * 2);
            return find(source, destination, tag, comm);
        }
        if (channels == ends.length) {
            grow(channels * 2);
        }
        int c = channels++;
        endsKey[slot] = ends[c] = e;
        labelKey[slot] = label[c] = l;
        slotChannel[slot] = c;
        head[c] = size[c] = taken[c] = orderAt[c] = 0;
        waiter[c] = NONE;
        order[c] = null;
        return c;
    }

    private int slot(long e, long l) {
        long h = (e * 0x9E3779B97F4A7C15L ^ l) * 0xC2B2AE3D27D4EB4FL;
        return (int) (h >>> 32) & mask;
    }

    private void rehash(int slots) {
        endsKey = new long[slots];
        labelKey = new long[slots];
        slotChannel = filled(slots);
        mask = slots - 1;
        for (int c = 0; c < channels; c++) {
            int slot = slot(ends[c], label[c]);
            while (slotChannel[slot] != NONE) {
                slot = slot + 1 & mask;
            }
            endsKey[slot] = ends[c];
            labelKey[slot] = label[c];
            slotChannel[slot] = c;
        }
    }

    private void grow(int n) {
        ends = Arrays.copyOf(ends, n);
        label = Arrays.copyOf(label, n);
        ring = Arrays.copyOf(ring, n);
        head = Arrays.copyOf(head, n);
        size = Arrays.copyOf(size, n);
        taken = Arrays.copyOf(taken, n);
        waiter = Arrays.copyOf(waiter, n);
        order = Arrays.copyOf(order, n);
        orderAt = Arrays.copyOf(orderAt, n);
    }

    /** Programs that count their tags up make a channel per message: forget those that are empty. */
    private void purge() {
        int kept = 0;
        for (int c = 0; c < channels; c++) {
            if (size[c] > 0 || waiter[c] != NONE || order[c] != null) {
                long[] ringC = ring[c];
                ring[c] = ring[kept];
                ring[kept] = ringC;
                ends[kept] = ends[c];
                label[kept] = label[c];
                head[kept] = head[c];
                size[kept] = size[c];
                taken[kept] = taken[c];
                waiter[kept] = waiter[c];
                order[kept] = order[c];
                orderAt[kept] = orderAt[c];
                kept++;
            }
        }
        channels = kept;
        rehash(slotChannel.length);
    }

    /** A message was sent at this tick and time. @return the location that waits for it, or -1 */
    int send(int channel, int tick, long nanos, long bytes) {
        long[] r = ring[channel];
        int n = size[channel];
        if (r == null) {
            r = ring[channel] = new long[2 * words];
        } else if (n * words == r.length) {
            r = widen(channel, r, n);
        }
        int at = slotOf(r, head[channel] + n);
        r[at] = bytes << 32 | tick;
        r[at + 1] = nanos;
        size[channel] = n + 1;
        int waiting = waiter[channel];
        if (waiting != NONE && available(channel)) {
            waiter[channel] = NONE;
            return waiting;
        }
        return NONE;
    }

    private long[] widen(int channel, long[] r, int n) {
        long[] wider = new long[r.length * 2];
        int from = slotOf(r, head[channel]);
        System.arraycopy(r, from, wider, 0, r.length - from);
        System.arraycopy(r, 0, wider, r.length - from, from);
        head[channel] = 0;
        ring[channel] = wider;
        return wider;
    }

    /** Receives of this channel take its messages in this order instead of one after the other. */
    void order(int channel, int[] sequence) {
        order[channel] = sequence;
    }

    boolean ordered(int channel) {
        return order[channel] != null;
    }

    /** True when the message that the next receive takes was sent. */
    boolean available(int channel) {
        return size[channel] > offset(channel);
    }

    private int offset(int channel) {
        int[] sequence = order[channel];
        return sequence == null || orderAt[channel] >= sequence.length
                ? 0 : sequence[orderAt[channel]] - taken[channel];
    }

    void await(int channel, int location) {
        waiter[channel] = location;
    }

    void stopWaiting(int channel) {
        waiter[channel] = NONE;
        if (order[channel] != null) {
            orderAt[channel]++;
        }
    }

    /** Tick of the message that the next receive takes. */
    int tick(int channel) {
        return (int) ring[channel][at(channel)];
    }

    /** Size of that message in bytes, modulo 2^32. */
    int bytes(int channel) {
        return (int) (ring[channel][at(channel)] >>> 32);
    }

    /** When that message was sent. */
    long nanos(int channel) {
        return ring[channel][at(channel) + 1];
    }

    /** What the message that was sent last carries: these words, from {@link #sentAt}. */
    long[] carriers(int channel) {
        return ring[channel];
    }

    int sentAt(int channel) {
        return slotOf(ring[channel], head[channel] + size[channel] - 1) + OWN_WORDS;
    }

    /** Where the message that the next receive takes carries its words in {@link #carriers}. */
    int carriedAt(int channel) {
        return at(channel) + OWN_WORDS;
    }

    /** A ring that is full wraps around once at most. */
    private int slotOf(long[] r, int message) {
        int at = message * words;
        return at >= r.length ? at - r.length : at;
    }

    private int next(long[] r, int message) {
        return (message + 1) * words == r.length ? 0 : message + 1;
    }

    private int at(int channel) {
        return slotOf(ring[channel], head[channel] + offset(channel));
    }

    /** Takes the message that the next receive takes. */
    void take(int channel) {
        long[] r = ring[channel];
        if (order[channel] == null) {
            head[channel] = next(r, head[channel]);
            size[channel]--;
            return;
        }
        r[at(channel)] = NONE;
        orderAt[channel]++;
        while (size[channel] > 0 && r[head[channel] * words] == NONE) {
            head[channel] = next(r, head[channel]);
            size[channel]--;
            taken[channel]++;
        }
    }

    /** Every message that nobody received. */
    void leftovers(LeftoverSink sink) {
        for (int c = 0; c < channels; c++) {
            for (int i = 0; i < size[c]; i++) {
                int at = slotOf(ring[c], head[c] + i);
                if (ring[c][at] != NONE) {
                    sink.message((int) (ends[c] >> 32), (int) ends[c], (int) (label[c] >> 32), (int) label[c],
                            (int) ring[c][at]);
                }
            }
        }
    }

    interface LeftoverSink {
        void message(int source, int destination, int tag, int comm, int tick);
    }
}
