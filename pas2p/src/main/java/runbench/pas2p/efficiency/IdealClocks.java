package runbench.pas2p.efficiency;

import java.util.Arrays;

/**
 * Walks each location through the run twice at once: as it was, and on a network on which messages take no time. The
 * ideal run computes as long as the real one did and waits only for what it depends on, so it is never behind the real
 * one.
 *
 * <p>There is one ideal clock for the whole run and one for each window, in which all locations begin together where
 * the frontier was in reality: so the ideal time of a window lies between the longest computation in it and its real
 * length. All times are nanoseconds of the reference time.
 */
final class IdealClocks {
    private static final int AT = 0;
    private static final int IDEAL = 1;
    private static final int WINDOW = 2;
    private static final int WINDOW_START = 3;
    private static final int WINDOW_END = 4;
    private static final int OFFSET = 5;
    private static final int COMPUTED = 6;
    private static final int STRIDE = 8;

    private final Windows windows;
    private final long origin;
    private final int locations;
    /** What is known of a location stands together, in one line of a processor's cache. */
    private final long[] of;
    /** [kind][location]; null: nobody was in one of this kind. */
    private long[][] usefulByKind;
    private long[] idealOfWindow = new long[1 << 8];

    IdealClocks(Windows windows, int locations) {
        this.windows = windows;
        origin = windows.start();
        this.locations = locations;
        of = new long[locations * STRIDE];
        usefulByKind = new long[windows.kinds()][];
    }

    /** The location's life begins at {@code nanos}. */
    void begin(int l, long nanos) {
        of[l * STRIDE + AT] = nanos;
        of[l * STRIDE + WINDOW_START] = origin;
        of[l * STRIDE + WINDOW_END] = windows.end(0);
    }

    /** How far the location has come in reality. */
    long at(int l) {
        return of[l * STRIDE + AT];
    }

    long ideal(int l) {
        return of[l * STRIDE + IDEAL];
    }

    int window(int l) {
        return (int) of[l * STRIDE + WINDOW];
    }

    long offset(int l) {
        return of[l * STRIDE + OFFSET];
    }

    /** Goes on to {@code nanos} of the real run, {@code useful} of it outside MPI, evenly spread. */
    void advance(int l, long nanos, long useful) {
        int own = l * STRIDE;
        long from = of[own + AT];
        if (nanos <= from) {
            return;
        }
        of[own + AT] = nanos;
        if (from < origin || nanos > of[own + WINDOW_END]) {
            advanceThroughWindows(l, from, nanos, useful);
        } else if (useful != 0) {
            compute(own, useful);
        }
    }

    private void advanceThroughWindows(int l, long begin, long nanos, long useful) {
        int own = l * STRIDE;
        long from = begin;
        long gap = nanos - from;
        long rest = useful;
        if (from < origin) {
            rest -= part(useful, Math.min(nanos, origin) - from, gap);
            from = origin;
        }
        while (nanos > of[own + WINDOW_END]) {
            long windowEnd = of[own + WINDOW_END];
            if (windowEnd > from) {
                long here = Math.min(rest, part(useful, windowEnd - from, gap));
                compute(own, here);
                rest -= here;
                from = windowEnd;
            }
            if (window(l) == windows.count() - 1) {
                return;
            }
            close(l);
            of[own + WINDOW]++;
            of[own + WINDOW_START] = windowEnd;
            of[own + WINDOW_END] = windows.end(window(l));
        }
        if (nanos > origin) {
            compute(own, rest);
        }
    }

    private static long part(long useful, long length, long gap) {
        return useful == 0 ? 0 : useful == gap ? length : Math.round((double) useful * length / gap);
    }

    private void compute(int own, long useful) {
        of[own + COMPUTED] += useful;
        of[own + OFFSET] += useful;
        of[own + IDEAL] += useful;
    }

    /**
     * The location goes on no earlier than this in the ideal run; but never later than it did in reality.
     *
     * @param idealNanos in the ideal run
     * @param ofWindow where the cause was in reality
     * @param windowOffset and when in the ideal run of that window
     */
    void notBefore(int l, long idealNanos, int ofWindow, long windowOffset) {
        int own = l * STRIDE;
        long at = of[own + AT];
        if (idealNanos > of[own + IDEAL]) {
            of[own + IDEAL] = Math.max(of[own + IDEAL], Math.min(idealNanos, at - origin));
        }
        if (ofWindow == of[own + WINDOW] && windowOffset > of[own + OFFSET]) {
            of[own + OFFSET] = Math.max(of[own + OFFSET], Math.min(windowOffset, at - of[own + WINDOW_START]));
        }
    }

    private void close(int l) {
        int w = window(l);
        int own = l * STRIDE;
        if (w >= idealOfWindow.length) {
            idealOfWindow = Arrays.copyOf(idealOfWindow, Math.max(w + 1, w + (w >> 1)));
        }
        idealOfWindow[w] = Math.max(idealOfWindow[w], of[own + OFFSET]);
        int kind = windows.kind(w);
        if (kind >= usefulByKind.length) {
            usefulByKind = Arrays.copyOf(usefulByKind, Math.max(kind + 1, 2 * usefulByKind.length));
        }
        if (usefulByKind[kind] == null) {
            usefulByKind[kind] = new long[locations];
        }
        usefulByKind[kind][l] += of[own + COMPUTED];
        of[own + OFFSET] = 0;
        of[own + COMPUTED] = 0;
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
        return kind < usefulByKind.length && usefulByKind[kind] != null ? usefulByKind[kind] : new long[locations];
    }

    long idealOfWindow(int w) {
        return w < idealOfWindow.length ? idealOfWindow[w] : 0;
    }

    /** The longest path through the whole run. */
    long idealNanos() {
        long longest = 0;
        for (int l = 0; l < locations; l++) {
            longest = Math.max(longest, ideal(l));
        }
        return longest;
    }
}
