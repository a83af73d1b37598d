package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * Every occurrence of every phase in order. They cover the logical trace: each one ends where the next begins, on most
 * ranks in the tick in which the next one begins on any rank. Ranks that end later are stored separately.
 */
public final class PhaseOccurrences implements OccurrenceTimes {
    private int size;
    private int[] phase = new int[256];
    private int[] startTick = new int[256];
    private long[] endNanos = new long[256];
    private long firstNanos;
    /** By occurrence: the end of its entries in the two columns below, and the latest tick of all entries so far. */
    private int[] lateEnd = new int[256];
    private int[] latest = new int[256];
    /** Locations whose events of an occurrence reach into the ticks of later ones, and their last ticks in it. */
    private int lateSize;
    private int[] lateLocation = new int[16];
    private int[] lateTick = new int[16];

    void begin(long nanos) {
        firstNanos = nanos;
    }

    void add(int id, int fromTick, long end) {
        if (size == phase.length) {
            int n = size + (size >> 1);
            phase = Arrays.copyOf(phase, n);
            startTick = Arrays.copyOf(startTick, n);
            endNanos = Arrays.copyOf(endNanos, n);
            lateEnd = Arrays.copyOf(lateEnd, n);
            latest = Arrays.copyOf(latest, n);
        }
        lateEnd[size] = lateSize;
        latest[size] = size == 0 ? -1 : latest[size - 1];
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
     * Adds a location whose events of the latest occurrence reach a tick of later ones; calls have descending ticks.
     */
    void late(int location, int tick) {
        int at = size - 1;
        if (lateTick(at, location) >= tick) {
            return;
        }
        if (lateSize == lateTick.length) {
            lateLocation = Arrays.copyOf(lateLocation, 2 * lateSize);
            lateTick = Arrays.copyOf(lateTick, 2 * lateSize);
        }
        lateLocation[lateSize] = location;
        lateTick[lateSize++] = tick;
        lateEnd[at] = lateSize;
        latest[at] = Math.max(latest[at], tick);
    }

    /** Returns the last tick of a location in an occurrence if it reaches into later ones; otherwise -1. */
    private int lateTick(int i, int location) {
        for (int k = i == 0 ? 0 : lateEnd[i - 1]; k < lateEnd[i]; k++) {
            if (lateLocation[k] == location) {
                return lateTick[k];
            }
        }
        return -1;
    }

    /**
     * Returns the occurrence of the event of a location in a tick; later ticks belong to the last occurrence.
     *
     * @param near an occurrence close to the result
     */
    public int at(int location, int tick, int near) {
        int base = at(tick, near);
        int found = base;
        for (int i = base - 1; i >= 0 && latest[i] >= tick; i--) {
            found = lateTick(i, location) >= tick ? i : found;
        }
        return found;
    }

    /** Returns the first tick from which the events of a location belong to an occurrence or a later one. */
    public int startTick(int i, int location) {
        int start = startTick[i];
        for (int k = i - 1; k >= 0 && latest[k] >= start; k--) {
            start = Math.max(start, lateTick(k, location) + 1);
        }
        return start;
    }

    private int at(int tick, int near) {
        int at = near;
        // Walks ask in ascending order.
        for (int steps = 0; steps < 4 && at + 1 < size && startTick[at + 1] <= tick; steps++) {
            at++;
        }
        if (startTick[at] <= tick && (at + 1 == size || startTick[at + 1] > tick)) {
            return at;
        }
        int found = Arrays.binarySearch(startTick, 0, size, tick);
        int last = Math.max(0, found >= 0 ? found : -found - 2);
        while (last + 1 < size && startTick[last + 1] <= tick) { // the last of those that start in the same tick
            last++;
        }
        return last;
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
