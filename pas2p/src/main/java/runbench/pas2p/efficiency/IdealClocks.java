package runbench.pas2p.efficiency;

import java.util.Arrays;

/**
 * Walks each location through the run twice at once: as it was, and on a network on which messages take no time. The ideal run
 * computes as long as the real one did and waits only for what it depends on, so it is never behind the real one.
 *
 * <p>There is one ideal clock for the whole run and one for each window, in which all locations begin together where the
 * frontier was in reality: so the ideal time of a window lies between the longest computation in it and its real length.
 * All times are nanoseconds of the reference time.
 */
final class IdealClocks {
    private final Windows windows;
    private final long origin;
    private final long[] at;
    private final long[] ideal;
    private final int[] window;
    private final long[] windowStart;
    private final long[] windowEnd;
    private final long[] offset;
    private final long[] computed;
    /** [kind][location]; null: nobody was in one of this kind. */
    private long[][] usefulByKind;
    private long[] idealOfWindow = new long[1 << 8];

    IdealClocks(Windows windows, int locations) {
        this.windows = windows;
        origin = windows.start();
        at = new long[locations];
        ideal = new long[locations];
        window = new int[locations];
        windowStart = new long[locations];
        windowEnd = new long[locations];
        offset = new long[locations];
        computed = new long[locations];
        usefulByKind = new long[windows.kinds()][];
    }

    /** The location's life begins at {@code nanos}. */
    void begin(int l, long nanos) {
        at[l] = nanos;
        windowStart[l] = origin;
        windowEnd[l] = windows.end(0);
    }

    /** How far the location has come in reality. */
    long at(int l) {
        return at[l];
    }

    long ideal(int l) {
        return ideal[l];
    }

    int window(int l) {
        return window[l];
    }

    long offset(int l) {
        return offset[l];
    }

    /** Goes on to {@code nanos} of the real run, {@code useful} of it outside MPI, evenly spread. */
    void advance(int l, long nanos, long useful) {
        long from = at[l];
        if (nanos <= from) {
            return;
        }
        at[l] = nanos;
        if (from >= origin && nanos <= windowEnd[l]) {
            compute(l, useful);
            return;
        }
        long gap = nanos - from;
        long rest = useful;
        if (from < origin) {
            rest -= part(useful, Math.min(nanos, origin) - from, gap);
            from = origin;
        }
        while (nanos > windowEnd[l]) {
            if (windowEnd[l] > from) {
                long here = Math.min(rest, part(useful, windowEnd[l] - from, gap));
                compute(l, here);
                rest -= here;
                from = windowEnd[l];
            }
            if (window[l] == windows.count() - 1) {
                return;
            }
            close(l);
            window[l]++;
            windowStart[l] = windowEnd[l];
            windowEnd[l] = windows.end(window[l]);
        }
        if (nanos > origin) {
            compute(l, rest);
        }
    }

    private static long part(long useful, long length, long gap) {
        return useful == 0 ? 0 : useful == gap ? length : Math.round((double) useful * length / gap);
    }

    private void compute(int l, long useful) {
        computed[l] += useful;
        offset[l] += useful;
        ideal[l] += useful;
    }

    /**
     * The location goes on no earlier than this in the ideal run; but never later than it did in reality.
     *
     * @param idealNanos   in the ideal run
     * @param ofWindow     where the cause was in reality
     * @param windowOffset and when in the ideal run of that window
     */
    void notBefore(int l, long idealNanos, int ofWindow, long windowOffset) {
        if (idealNanos > ideal[l]) {
            ideal[l] = Math.max(ideal[l], Math.min(idealNanos, at[l] - origin));
        }
        if (ofWindow == window[l] && windowOffset > offset[l]) {
            offset[l] = Math.max(offset[l], Math.min(windowOffset, at[l] - windowStart[l]));
        }
    }

    private void close(int l) {
        int w = window[l];
        if (w >= idealOfWindow.length) {
            idealOfWindow = Arrays.copyOf(idealOfWindow, Math.max(w + 1, w + (w >> 1)));
        }
        idealOfWindow[w] = Math.max(idealOfWindow[w], offset[l]);
        int kind = windows.kind(w);
        if (kind >= usefulByKind.length) {
            usefulByKind = Arrays.copyOf(usefulByKind, Math.max(kind + 1, 2 * usefulByKind.length));
        }
        if (usefulByKind[kind] == null) {
            usefulByKind[kind] = new long[at.length];
        }
        usefulByKind[kind][l] += computed[l];
        offset[l] = 0;
        computed[l] = 0;
    }

    /** The location's life has ended. */
    void end(int l) {
        close(l);
    }

    /** Kinds become others: what several of them hold is one sum. */
    void become(int[] kindOfKind, int howMany) {
        long[][] sums = new long[howMany][];
        for (int k = 0; k < Math.min(kindOfKind.length, usefulByKind.length); k++) {
            long[] part = usefulByKind[k];
            long[] sum = sums[kindOfKind[k]];
            if (part != null && sum == null) {
                sums[kindOfKind[k]] = part;
            } else if (part != null) {
                Arrays.setAll(sum, l -> sum[l] + part[l]);
            }
        }
        usefulByKind = sums;
    }

    /** Time outside MPI of each location in windows of this kind. */
    long[] useful(int kind) {
        return kind < usefulByKind.length && usefulByKind[kind] != null ? usefulByKind[kind] : new long[at.length];
    }

    long idealOfWindow(int w) {
        return w < idealOfWindow.length ? idealOfWindow[w] : 0;
    }

    /** The longest path through the whole run. */
    long idealNanos() {
        long longest = 0;
        for (long i : ideal) {
            longest = Math.max(longest, i);
        }
        return longest;
    }
}
