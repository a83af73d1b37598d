package runbench.sync.eventlog;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogType.LogWhat;

/** The sends of all logs by id, in arrays, which take less memory than objects. */
final class Sends {
    private static final int INITIAL_CAPACITY = 1 << 10;
    private static final byte AMBIGUOUS = 1;
    private static final byte PLACED = 2;

    /** Hash table by id; 0 is a free slot, other values are the number of the send + 1. */
    private int[] slots = new int[2 * INITIAL_CAPACITY];
    private long[] ids = new long[INITIAL_CAPACITY];
    private int[] lanes = new int[INITIAL_CAPACITY];
    private long[] raw = new long[INITIAL_CAPACITY];
    private long[] ref = new long[INITIAL_CAPACITY];
    private double[] earliest = new double[INITIAL_CAPACITY];
    private long[] shown = new long[INITIAL_CAPACITY];
    private long[] latest = new long[INITIAL_CAPACITY];
    private byte[] states = new byte[INITIAL_CAPACITY];
    private int size;
    private long ambiguous;

    /**
     * Collects the sends of all files.
     *
     * @param sources files
     * @param lanes number of each clock's lane, by the clock's name
     */
    static Sends of(List<LogSource> sources, Map<String, Integer> lanes) {
        Sends sends = new Sends();
        PlacedStamp at = new PlacedStamp();
        for (LogSource source : sources) {
            int lane = lanes.get(source.clock());
            try (LogCursor c = source.file().cursor()) {
                while (c.advance()) {
                    if (c.what() == LogWhat.SEND && c.id() != 0) {
                        source.timeline().locate(c.timeNanos(), at);
                        sends.add(c.id(), lane, c.timeNanos(), at);
                    }
                }
            }
        }
        return sends;
    }

    private void add(long id, int lane, long rawNanos, PlacedStamp at) {
        int slot = slot(id);
        if (slots[slot] != 0) {
            int before = slots[slot] - 1;
            ambiguous += (states[before] & AMBIGUOUS) == 0 ? 1 : 0;
            states[before] |= AMBIGUOUS;
            return;
        }
        if (size == ids.length) {
            grow();
            slot = slot(id);
        }
        slots[slot] = size + 1;
        ids[size] = id;
        lanes[size] = lane;
        raw[size] = rawNanos;
        ref[size] = at.refNanos();
        earliest[size] = at.loNanos();
        latest[size] = Long.MAX_VALUE;
        states[size] = at.how() == ReferenceTime.How.STEPPED ? AMBIGUOUS : 0;
        size++;
    }

    private int slot(long id) {
        // Ids count upwards or are addresses. The upper bits of the product depend on all of their bits.
        int slot = (int) (id * 0x9e3779b97f4a7c15L >>> 32) & slots.length - 1;
        while (slots[slot] != 0 && ids[slots[slot] - 1] != id) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private void grow() {
        int to = 2 * size;
        ids = Arrays.copyOf(ids, to);
        lanes = Arrays.copyOf(lanes, to);
        raw = Arrays.copyOf(raw, to);
        ref = Arrays.copyOf(ref, to);
        earliest = Arrays.copyOf(earliest, to);
        shown = Arrays.copyOf(shown, to);
        latest = Arrays.copyOf(latest, to);
        states = Arrays.copyOf(states, to);
        slots = new int[2 * to];
        for (int i = 0; i < size; i++) {
            slots[slot(ids[i])] = i + 1;
        }
    }

    /**
     * Returns whether a send determines no order, because its id was sent again or its clock stepped. Otherwise events
     * of healthy clocks would be shifted by the size of the step.
     */
    boolean isAmbiguous(int send) {
        return (states[send] & AMBIGUOUS) != 0;
    }

    /** Returns the number of the first send with this id; -1 if none. */
    int number(long id) {
        return id == 0 ? -1 : slots[slot(id)] - 1;
    }

    int lane(int send) {
        return lanes[send];
    }

    long rawNanos(int send) {
        return raw[send];
    }

    long refNanos(int send) {
        return ref[send];
    }

    /** Returns the lower bound of the send's time, ns relative to {@link #refNanos}; negative. */
    double loNanos(int send) {
        return earliest[send];
    }

    void place(int send, long shownNanos) {
        states[send] |= PLACED;
        shown[send] = shownNanos;
    }

    boolean placed(int send) {
        return (states[send] & PLACED) != 0;
    }

    long shownNanos(int send) {
        return shown[send];
    }

    /** Records a receive. The send cannot be shifted to its time or later. */
    void received(int send, long shownNanos) {
        latest[send] = Math.min(latest[send], shownNanos - 1);
    }

    /** Returns the latest time to which a send may be shifted, ns, given the receives placed so far. */
    long latestNanos(int send) {
        return latest[send];
    }

    long ambiguous() {
        return ambiguous;
    }
}
