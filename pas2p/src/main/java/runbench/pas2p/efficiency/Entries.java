package runbench.pas2p.efficiency;

import java.util.Arrays;

/**
 * The entry times of the members of one collective operation: the latest of all, the root's, or the latest up to each
 * rank.
 */
final class Entries {
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
