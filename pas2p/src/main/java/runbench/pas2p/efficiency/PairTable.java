package runbench.pas2p.efficiency;

import java.util.Arrays;

/**
 * Sums by pairs of numbers (two ranks) in primitive arrays. Memory is proportional to the pairs that occur, up to a
 * limit; pairs beyond the limit share one sum.
 */
final class PairTable {
    private static final long FREE = -1;

    private final int words;
    private final int limit;
    private long[] keys = new long[1 << 8];
    private long[] values;
    private int size;
    private final long[] others;

    /**
     * Creates a table.
     *
     * @param words sums per pair
     * @param limit maximum number of pairs
     */
    PairTable(int words, int limit) {
        this.words = words;
        this.limit = limit;
        values = new long[keys.length * words];
        others = new long[words];
        Arrays.fill(keys, FREE);
    }

    void addTo(int first, int second, int word, long value) {
        int slot = slot((long) first << 32 | second);
        if (slot < 0) {
            others[word] += value;
        } else {
            values[slot * words + word] += value;
        }
    }

    /** Adds to the first two sums of a pair. */
    void add(int first, int second, long value, long next) {
        int slot = slot((long) first << 32 | second);
        long[] sums = slot < 0 ? others : values;
        int at = Math.max(0, slot) * words;
        sums[at] += value;
        sums[at + 1] += next;
    }

    private int slot(long key) {
        int at = find(keys, key);
        if (keys[at] == key) {
            return at;
        }
        if (size >= limit) {
            return -1;
        }
        if (2 * (size + 1) > keys.length) {
            grow();
            at = find(keys, key);
        }
        keys[at] = key;
        size++;
        return at;
    }

    private static int find(long[] keys, long key) {
        int mask = keys.length - 1;
        int at = (int) (key * 0x9E3779B97F4A7C15L >>> 33) & mask;
        while (keys[at] != FREE && keys[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = keys;
        long[] oldValues = values;
        keys = new long[old.length * 2];
        values = new long[keys.length * words];
        Arrays.fill(keys, FREE);
        for (int i = 0; i < old.length; i++) {
            if (old[i] != FREE) {
                int at = find(keys, old[i]);
                keys[at] = old[i];
                System.arraycopy(oldValues, i * words, values, at * words, words);
            }
        }
    }

    /** Returns true if the table accepts no further pair. */
    boolean full() {
        return size >= limit;
    }

    /** Returns the sums of the pairs beyond the limit. */
    long[] others() {
        return others;
    }

    interface Visitor {
        /**
         * Receives a pair.
         *
         * @param values the pair's sums are {@code values[at ..]}
         */
        void pair(int first, int second, long[] values, int at);
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != FREE) {
                visitor.pair((int) (keys[i] >> 32), (int) keys[i], values, i * words);
            }
        }
    }
}
