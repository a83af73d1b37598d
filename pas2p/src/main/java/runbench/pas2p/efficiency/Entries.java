package runbench.pas2p.efficiency;

import java.util.Arrays;

/**
 * When the members of one collective operation entered it: the latest of all, the root, or the latest up to each rank.
 */
final class Entries {
    /** An entry: when in the ideal run, when in which window, when and where in reality. */
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

        /** The later of both in each of the three ways of telling time. */
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

    /** @param place in the communicator, or -1 where order does not matter */
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

    /** Of the root; of all, where it is not known. */
    Entry root() {
        return root.present ? root : last;
    }

    /** The latest of those up to this place. */
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
