package runbench.pas2p.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

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
}
