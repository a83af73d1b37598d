package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * The tick of each ordered event, by location in program order. A later walk over one location then needs no other one.
 * Nearly all ticks are equal to the previous one of their location or the next ones: two bits per event.
 */
final class OrderedTicks {
    /** Number of events whose steps are in one word, a power of two. */
    private static final int PER_WORD = 32;
    private static final int MAX_STEP = 2;
    /** A step that does not fit: the tick itself is stored. */
    private static final int STORED = 3;

    private final Location[] locations;

    OrderedTicks(int locations) {
        this.locations = new Location[locations];
        Arrays.setAll(this.locations, l -> new Location());
    }

    /** Ticks of a location. An event changes only fields of this object, so it needs one line of the cache. */
    private static final class Location {
        private long[] steps = new long[16];
        private int[] stored = new int[4];
        private int storedCount;
        private long count;
        private int last;
        /** Steps of the latest events, which are not in {@link #steps} yet. */
        private long word;

        /** Ends the current word. */
        private void endWord() {
            int full = (int) ((count - 1) / PER_WORD);
            if (full == steps.length) {
                steps = Arrays.copyOf(steps, full + full / 2);
            }
            steps[full] = word;
            word = 0;
        }

        private void store(int tick) {
            if (storedCount == stored.length) {
                stored = Arrays.copyOf(stored, 2 * storedCount);
            }
            stored[storedCount++] = tick;
        }
    }

    /** Adds the tick of the next event of a location. */
    void add(int location, int tick) {
        Location of = locations[location];
        int step = tick - of.last;
        if (step < 0 || step > MAX_STEP) {
            of.store(tick);
            step = STORED;
        }
        of.last = tick;
        int place = (int) of.count++ & PER_WORD - 1;
        of.word |= (long) step << 2 * place;
        if (place == PER_WORD - 1) {
            of.endWord();
        }
    }

    /** Returns a reader of the ticks of a location. */
    Reader reader(int location) {
        return new Reader(locations[location]);
    }

    /** A walk over the ticks of one location. */
    static final class Reader {
        private final Location of;
        private long read;
        private int stored;
        private int tick;

        private Reader(Location of) {
            this.of = of;
        }

        /** Returns whether there are more events. */
        boolean hasNext() {
            return read < of.count;
        }

        /** Returns the tick of the next event. */
        int next() {
            long at = read / PER_WORD;
            long word = at < of.count / PER_WORD ? of.steps[(int) at] : of.word;
            int step = (int) (word >>> 2 * (read++ % PER_WORD)) & STORED;
            tick = step == STORED ? of.stored[stored++] : tick + step;
            return tick;
        }
    }
}
