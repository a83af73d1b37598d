package runbench.pas2p.phase;

import java.util.Arrays;

/** Every occurrence of every phase in order. They cover the logical trace: each one ends where the next begins. */
public final class PhaseOccurrences implements OccurrenceTimes {
    private int size;
    private int[] phase = new int[256];
    private int[] startTick = new int[256];
    private long[] endNanos = new long[256];
    private long firstNanos;

    void begin(long nanos) {
        firstNanos = nanos;
    }

    void add(int id, int fromTick, long end) {
        if (size == phase.length) {
            int n = size + (size >> 1);
            phase = Arrays.copyOf(phase, n);
            startTick = Arrays.copyOf(startTick, n);
            endNanos = Arrays.copyOf(endNanos, n);
        }
        phase[size] = id;
        startTick[size] = fromTick;
        endNanos[size++] = end;
    }

    /** Returns the frontier at the start of the first occurrence; {@code none} if there is no occurrence. */
    long firstStartNanos(long none) {
        return size == 0 ? none : firstNanos;
    }

    /** Returns the frontier at the end of the last occurrence; {@code none} if there is no occurrence. */
    long lastEndNanos(long none) {
        return size == 0 ? none : endNanos[size - 1];
    }

    @Override
    public int size() {
        return size;
    }

    /** Returns the phase number, from 0. */
    @Override
    public int phase(int i) {
        return phase[i];
    }

    public int startTick(int i) {
        return startTick[i];
    }

    /**
     * Returns the occurrence that contains a tick; later ticks belong to the last occurrence.
     *
     * @param near an occurrence close to the result
     */
    int at(int tick, int near) {
        if (startTick[near] <= tick && (near + 1 == size || startTick[near + 1] > tick)) {
            return near;
        }
        int found = Arrays.binarySearch(startTick, 0, size, tick);
        return Math.max(0, found >= 0 ? found : -found - 2);
    }

    /** Returns the frontier at its start cut, reference time. */
    @Override
    public long startNanos(int i) {
        return i == 0 ? firstNanos : endNanos[i - 1];
    }

    /** Returns the frontier at its end cut, reference time. */
    @Override
    public long endNanos(int i) {
        return endNanos[i];
    }
}
