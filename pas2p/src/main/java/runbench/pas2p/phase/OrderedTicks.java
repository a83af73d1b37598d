package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * The tick of each ordered event, by location in program order. A later walk over one location then needs no other one.
 * Nearly all ticks are equal to the previous one of their location or the next ones: two bits per event.
 */
final class OrderedTicks {
    /** Events whose steps are in one word. */
    private static final int PER_WORD = 32;
    private static final int MAX_STEP = 2;
    /** A step that does not fit: the tick itself is stored. */
    private static final int STORED = 3;

    private final Location[] locations;

    OrderedTicks(int locations) {
        this.locations = new Location[locations];
        Arrays.setAll(this.locations, l -> new Location());
    }

    private static final class Location {
        private long[] steps = new long[16];
        private int[] stored = new int[4];
        private int storedCount;
        private long count;
        private int last;
    }

    /** Adds the tick of the next event of a location. */
    void add(int location, int tick) {
        Location of = locations[location];
        int step = tick - of.last;
        if (step < 0 || step > MAX_STEP) {
            if (of.storedCount == of.stored.length) {
                of.stored = Arrays.copyOf(of.stored, 2 * of.storedCount);
            }
            of.stored[of.storedCount++] = tick;
            step = STORED;
        }
        of.last = tick;
        int word = (int) (of.count / PER_WORD);
        if (word == of.steps.length) {
            of.steps = Arrays.copyOf(of.steps, word + word / 2);
        }
        of.steps[word] |= (long) step << 2 * (of.count++ % PER_WORD);
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
            int step = (int) (of.steps[(int) (read / PER_WORD)] >>> 2 * (read++ % PER_WORD)) & STORED;
            tick = step == STORED ? of.stored[stored++] : tick + step;
            return tick;
        }
    }
}
