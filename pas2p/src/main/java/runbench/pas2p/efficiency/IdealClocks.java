package runbench.pas2p.efficiency;

import java.util.Arrays;

/**
 * The progress of each location in two runs in step: the real one, and an ideal one on a network where messages take no
 * time. The ideal run computes as long as the real one and waits only for its dependencies, so it is never behind the
 * real run.
 *
 * <p>There is one ideal clock for the whole run and one for each window. In a window's clock, all locations start
 * together at the real frontier. The ideal time of a window is therefore between its longest computation and its real
 * duration. All times are nanoseconds of the reference time.
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
    /** The state of the locations; each one's words are contiguous, within one cache line. */
    private final long[] of;
    /** Time outside MPI by [kind][location], ns; null: no location was in a window of this kind. */
    private long[][] usefulByKind;
    private long[] idealOfWindow = new long[1 << 8];

    IdealClocks(Windows windows, int locations) {
        this.windows = windows;
        origin = windows.start();
        this.locations = locations;
        of = new long[locations * STRIDE];
        usefulByKind = new long[windows.kinds()][];
    }

    /** Starts a location at {@code nanos}. */
    void begin(int l, long nanos) {
        of[l * STRIDE + AT] = nanos;
        of[l * STRIDE + WINDOW_START] = origin;
        of[l * STRIDE + WINDOW_END] = windows.end(0);
    }

    /** Returns the real time that a location has reached. */
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

    /**
     * Advances a location to {@code nanos} of the real run; {@code useful} of that time is outside MPI, evenly
     * distributed.
     */
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
     * Delays a location in the ideal run until a dependency is met, but never beyond its real time.
     *
     * @param idealNanos time of the dependency in the ideal run
     * @param ofWindow window of the dependency in the real run
     * @param windowOffset time of the dependency in the ideal run of that window
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

    /** Ends a location. */
    void end(int l) {
        close(l);
    }

    /** Maps kinds to other kinds; kinds with the same target are summed. */
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

    /** Returns the time outside MPI of each location in windows of a kind, ns. */
    long[] useful(int kind) {
        return kind < usefulByKind.length && usefulByKind[kind] != null ? usefulByKind[kind] : new long[locations];
    }

    long idealOfWindow(int w) {
        return w < idealOfWindow.length ? idealOfWindow[w] : 0;
    }

    /** Returns the length of the longest path through the whole run, ns. */
    long idealNanos() {
        long longest = 0;
        for (int l = 0; l < locations; l++) {
            longest = Math.max(longest, ideal(l));
        }
        return longest;
    }

    /**
     * The entry times of the members of one collective operation: the latest of all, the root's, or the latest up to
     * each rank.
     */
    static final class Entries {
        /** An entry in the three timelines: the ideal run, a window of the ideal run, and the real run. */
        static final class Entry {
            long ideal;
            int window;
            long offset;
            long real;
            int location;
            boolean present;

            void set(IdealClocks clocks, int l) {
                ideal = clocks.ideal(l);
                window = clocks.window(l);
                offset = clocks.offset(l);
                real = clocks.at(l);
                location = l;
                present = true;
            }

            /** Takes over the later value of each of the three times. */
            void latest(Entry other) {
                if (!present || other.real > real) {
                    real = other.real;
                    location = other.location;
                }
                ideal = present ? Math.max(ideal, other.ideal) : other.ideal;
                if (!present || other.window > window || other.window == window && other.offset > offset) {
                    window = other.window;
                    offset = other.offset;
                }
                present = true;
            }
        }

        private static final Entry[] NONE = {};

        private final Entry last = new Entry();
        private final Entry root = new Entry();
        private final Entry one = new Entry();
        private Entry[] places = NONE;
        private boolean ordered;

        void begin() {
            last.present = false;
            root.present = false;
            ordered = false;
            for (Entry e : places) {
                e.present = false;
            }
        }

        /**
         * Adds the entry of a member.
         *
         * @param place rank in the communicator; -1 if the order is irrelevant
         */
        void entered(IdealClocks clocks, int l, boolean isRoot, int place) {
            one.set(clocks, l);
            last.latest(one);
            if (isRoot) {
                root.set(clocks, l);
            }
            if (place >= 0) {
                if (place >= places.length) {
                    int n = places.length;
                    places = Arrays.copyOf(places, Math.max(place + 1, 2 * n));
                    for (int i = n; i < places.length; i++) {
                        places[i] = new Entry();
                    }
                }
                places[place].set(clocks, l);
            }
        }

        Entry last() {
            return last;
        }

        /** Returns the root's entry; the latest of all if the root is not known. */
        Entry root() {
            return root.present ? root : last;
        }

        /** Returns the latest entry of the members up to a place. */
        Entry upTo(int place) {
            if (!ordered) {
                ordered = true;
                Entry before = null;
                for (Entry e : places) {
                    if (before != null && e.present) {
                        e.latest(before);
                    }
                    before = e.present ? e : before;
                }
            }
            return place < 0 || place >= places.length ? last : places[place];
        }
    }
}
