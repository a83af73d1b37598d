package runbench.pas2p.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/** The channels with messages in flight. Memory is proportional to these messages, not to the length of the trace. */
final class Channels {
    private static final int FIRST_PURGE = 1 << 20;

    private final int carried;
    private Channel[] slots = new Channel[1 << 10];
    private int channels;
    private long made;
    private int purgeAt = FIRST_PURGE;

    /**
     * Creates the channels.
     *
     * @param carried number of words that each message carries in addition to its logical time
     */
    Channels(int carried) {
        this.carried = carried;
    }

    /** Returns a channel, a new one if necessary; valid until the next call of this method. */
    Channel find(int source, int destination, int tag, int comm) {
        long ends = (long) source << 32 | destination;
        long label = (long) tag << 32 | comm & 0xffffffffL;
        int slot = slot(slots, ends, label);
        return slots[slot] != null ? slots[slot] : add(slot, new Channel(made++, ends, label, carried));
    }

    /** Returns the slot of a channel, or the free slot for it. */
    private static int slot(Channel[] slots, long ends, long label) {
        int mask = slots.length - 1;
        long h = (ends * 0x9E3779B97F4A7C15L ^ label) * 0xC2B2AE3D27D4EB4FL;
        int slot = (int) (h >>> 32) & mask;
        while (slots[slot] != null && (slots[slot].ends != ends || slots[slot].label != label)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private Channel add(int slot, Channel channel) {
        slots[slot] = channel;
        channels++;
        if (channels > purgeAt) {
            forgetIdle(channel);
            purgeAt = Math.max(FIRST_PURGE, (channels - 1) * 2);
        } else if (channels * 2 > slots.length) {
            move(slots, new Channel[slots.length * 2]);
        }
        return channel;
    }

    /** Removes idle channels: programs that count up their tags create one channel per message. */
    private void forgetIdle(Channel but) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null && slots[i] != but && slots[i].idle()) {
                slots[i] = null;
                channels--;
            }
        }
        move(slots, new Channel[slots.length]);
    }

    private void move(Channel[] from, Channel[] to) {
        for (Channel channel : from) {
            if (channel != null) {
                to[slot(to, channel.ends, channel.label)] = channel;
            }
        }
        slots = to;
    }

    /** Passes every message that was not received, in the order of the channels' creation. */
    void leftovers(LeftoverSink sink) {
        Arrays.stream(slots)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(c -> c.serial))
                .forEach(c -> c.leftovers(sink));
    }

    interface LeftoverSink {
        void message(int source, int destination, int tag, int comm, int tick);
    }

    /**
     * Messages from one process to another with one tag on one communicator that were sent and not yet received, first
     * in first out. Each message has its tick, its size, its time of sending and the words that it carries.
     */
    static final class Channel {
        private static final int NONE = -1;
        /** Words per message of the channel itself: the tick below the size, and the time. */
        private static final int OWN_WORDS = 2;
        private static final int FIRST_MESSAGES = 2;

        final long serial;
        /** Source above destination; {@code label}: tag above communicator. */
        final long ends;
        final long label;
        private final int words;
        private long[] ring;
        /** Position of the first message in the ring, and the number of messages. */
        private int head;
        private int size;
        /** With an explicit order: number of messages removed from the front. */
        private int taken;
        private int waiter = NONE;
        private int[] order;
        private int orderAt;

        /**
         * Creates a channel.
         *
         * @param carried number of words that each message carries
         */
        Channel(long serial, long ends, long label, int carried) {
            this.serial = serial;
            this.ends = ends;
            this.label = label;
            words = OWN_WORDS + carried;
            ring = new long[FIRST_MESSAGES * words];
        }

        /** Returns true if the channel can be removed. */
        boolean idle() {
            return size == 0 && waiter == NONE && order == null;
        }

        /**
         * Adds a message that is sent at a tick and time.
         *
         * @return the location that waits for it; -1: none
         */
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

        /** Sets the order in which receives take messages, instead of first in first out. */
        void order(int[] sequence) {
            order = sequence;
        }

        boolean ordered() {
            return order != null;
        }

        /** Returns true if the message of the next receive was sent. */
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

        /** Returns the tick of the message of the next receive. */
        int tick() {
            return (int) ring[next()];
        }

        /** Returns the size of that message in bytes, modulo 2^32. */
        int bytes() {
            return (int) (ring[next()] >>> 32);
        }

        /** Returns the time at which that message was sent. */
        long nanos() {
            return ring[next() + 1];
        }

        /** Returns the array with the words that messages carry, at {@link #sentAt} or {@link #carriedAt}. */
        long[] carriers() {
            return ring;
        }

        /** Returns the position of the words of the latest message. */
        int sentAt() {
            return place(size - 1) + OWN_WORDS;
        }

        /** Returns the position of the words of the next receive's message. */
        int carriedAt() {
            return next() + OWN_WORDS;
        }

        private int next() {
            return order == null ? head : place(offset());
        }

        /** Returns the position of a message; a ring wraps around at most once. */
        private int place(int message) {
            int at = head + message * words;
            return at >= ring.length ? at - ring.length : at;
        }

        /** Removes the message of the next receive. */
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

        /** Passes every message that was not received. */
        void leftovers(Channels.LeftoverSink sink) {
            for (int i = 0; i < size; i++) {
                long message = ring[place(i)];
                if (message != NONE) {
                    sink.message((int) (ends >> 32), (int) ends, (int) (label >> 32), (int) label, (int) message);
                }
            }
        }
    }

    /** The remaining messages of a trace by channel; needed only if some receives have no sends. */
    static final class FutureSends {
        private record Route(int source, int destination, int tag, int comm) {}

        private final Map<Route, int[]> left = new HashMap<>();

        private FutureSends() {
        }

        /**
         * Counts the remaining messages.
         *
         * @param processed number of processed events of each location
         */
        static FutureSends of(MpiTrace trace, long[] processed) {
            FutureSends future = new FutureSends();
            for (int l = 0; l < trace.locations(); l++) {
                try (EventCursor e = trace.cursor(l)) {
                    long seen = 0;
                    while (e.advance()) {
                        if (e.kind() == TraceFormat.SEND && seen >= processed[l]) {
                            future.left.computeIfAbsent(new Route(trace.rankOf(l), e.peer(), e.tag(), e.comm()),
                                    c -> new int[1])[0]++;
                        }
                        seen += e.isEvent() ? 1 : 0;
                    }
                }
            }
            return future;
        }

        void sent(int source, int destination, int tag, int comm) {
            int[] count = left.get(new Route(source, destination, tag, comm));
            if (count != null) {
                count[0]--;
            }
        }

        /** Returns true if the trace contains a later message of this channel. */
        boolean expected(int source, int destination, int tag, int comm) {
            int[] count = left.get(new Route(source, destination, tag, comm));
            return count != null && count[0] > 0;
        }
    }
}
